import { APPS } from './apps.ts';
import { driveApps } from './drive-apps.ts';

driveApps(APPS.filter(({ isSecond }) => isSecond));
