import service from '../../../package.json' with { type: 'json' };
import type * as node from '../../process/service-version.ts';

export const readServiceVersion: typeof node.readServiceVersion = () => service.version;
