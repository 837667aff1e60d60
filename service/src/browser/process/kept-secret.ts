import type * as node from '../../process/kept-secret.ts';
import { SettingError } from '../../process/setting-error.ts';

/** Refuses: a browser has no folder for secrets. The live demo sets all of them. */
export const keepSecret: typeof node.keepSecret = (_folder, name) => {
  throw new SettingError(`The secret ${name} is missing.`);
};

export const toSecretFile: typeof node.toSecretFile = (folder, name) => `${folder}/${name}`;
