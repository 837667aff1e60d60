import { APPS } from './apps.ts';
import { driveApps } from './drive-apps.ts';

driveApps(
  'third-apps',
  APPS.filter(({ needsNode24 }) => needsNode24),
);
