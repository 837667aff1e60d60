import { type Application, firstOf } from './application.ts';
import { buildAnd, type Framework, PURPOSES, type Start } from './framework.ts';
import { hostRoute } from './host-file.ts';
import { InitError } from './init-error.ts';
import type { Plan } from './plan.ts';
import { addReactPage } from './react-page.ts';

/** Next.js with its app router. */
export const NEXT: Framework = {
  name: 'Next.js',
  isUsed: ({ dependencies }) => dependencies.has('next'),
  plan: planNext,
};

function planNext(plan: Plan, app: Application): Start {
  const folder = firstOf(app, ['app', 'src/app']);
  if (!folder) {
    throw new InitError(
      'There is no folder app or src/app. init knows the app router of Next.js only. Follow docs/host.md.',
    );
  }
  const isTypeScript = app.hasTypeScript;
  const hostFile = `${folder}/dashboards/[...path]/route.${isTypeScript ? 'ts' : 'js'}`;
  const open = isTypeScript
    ? 'function answer(request: Request): Promise<Response> {'
    : 'function answer(request) {';
  const close = '}\n\nexport { answer as GET, answer as POST, answer as OPTIONS };';
  const host = hostRoute({ isTypeScript, route: [open, 'request', close] });
  plan.create(hostFile, host, PURPOSES.host);
  const page = `${folder}/dashboard/page.${isTypeScript ? 'tsx' : 'jsx'}`;
  addReactPage(plan, app, page, {
    start: "'use client';\n\n",
    typesFolder: `${folder}/dashboard`,
  });
  return {
    hostFile,
    scripts: ['dev'],
    page: 'http://localhost:3000/dashboard',
    production: { command: buildAnd(app, `${app.manager.run} start`) },
  };
}
