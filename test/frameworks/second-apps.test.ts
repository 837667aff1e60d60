import { APPS } from './apps.ts';
import { driveApps } from './drive-apps.ts';

driveApps(
  'second-apps',
  APPS.filter(({ isSecond }) => isSecond),
);
