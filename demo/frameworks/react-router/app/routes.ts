import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('minimal', 'routes/minimal.tsx'),
  route('dashboards/*', 'routes/dashboards.$.ts'),
] satisfies RouteConfig;
