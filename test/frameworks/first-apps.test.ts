import { APPS } from './apps.ts';
import { driveApps } from './drive-apps.ts';

driveApps(
  'first-apps',
  APPS.filter(({ isSecond, needsNode24 }) => !isSecond && !needsNode24),
);
