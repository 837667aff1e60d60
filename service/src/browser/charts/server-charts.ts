// The page's own charts, which are already in the bundle.
export { init, setPlatformAPI } from '../../charts/charts.ts';
