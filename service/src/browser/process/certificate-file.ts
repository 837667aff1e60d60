import type * as node from '../../process/certificate-file.ts';
import { SettingError } from '../../process/setting-error.ts';

export const readCertificates: typeof node.readCertificates = () => {
  throw new SettingError('sslrootcert needs files, which browsers do not have.');
};
