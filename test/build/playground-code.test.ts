import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { STACKS, toServerCode } from '../../demo/playground/page/code-samples.ts';

const SERVER = readFileSync('demo/quick-start/server.mjs', 'utf8');
const JSON_TEXT = `{"Region":"L'Aquila & {Co} \\\\"}`;
const QUOTED = JSON_TEXT.replace('&', '&amp;').replace("'", '&#39;');

it.each([
  ['HTML', `parameters='${QUOTED}'`],
  ['React', `parameters={${JSON_TEXT}}`],
  ['Svelte', `parameters={${JSON_TEXT}}`],
  ['Vue', `:parameters='${QUOTED}'`],
  ['Angular', `[parameters]='${QUOTED.replaceAll('\\', '\\\\')}'`],
])('the code for %s has parameters in its own syntax', (stack, line) => {
  const code = STACKS[stack]!([['parameters', JSON_TEXT]]);
  expect(code.split('\n').map((each) => each.trim())).toContain(line);
});

const toCode = (parameters: string): string => {
  vi.stubGlobal('location', { origin: 'http://localhost:4500' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const serviceUrl = 'http://localhost:4600';
  return toServerCode(SERVER, '00000000-0000-4000-8000-0000000000ff', { serviceUrl, parameters });
};

it('the code for the server checks the parameters that the page sends', () => {
  const code = toCode('{"Region":"North"}');
  expect(code).toContain(
    "import { createDashboardHost, oneOf, toNodeListener } from 'embedded-dashboard/host';",
  );
  expect(code).toContain(`  resolve: (_request, { parameters }) => ({
    sessionId: 'demo',
    dashboards: ['00000000-0000-4000-8000-0000000000ff'],
    // List the values that this user may see.
    sqlParameters: {
      Region: oneOf(parameters?.Region, ["North"], "North"),
    },
  }),
`);
});

it.each(['', '{', '{"a b":1}'])(
  'the code for the server ignores the parameters “%s”',
  (parameters) => {
    expect(toCode(parameters)).toBe(
      SERVER.replace(/(?<=dashboards: \[')[^']*/, '00000000-0000-4000-8000-0000000000ff'),
    );
  },
);
