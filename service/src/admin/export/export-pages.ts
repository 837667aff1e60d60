import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../../page/page-shell.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import {
  isPassphrase,
  LONGEST_PASSPHRASE,
  PASSPHRASE_RULE,
  SHORTEST_PASSPHRASE,
} from '../../transfer/export-key.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { readForm } from '../form.ts';
import type { RouteHandlers } from '../routes.ts';
import { streamText } from '../stream-text.ts';
import { noteVisit } from '../visit-note.ts';

type Parts = Pick<ServiceParts, 'audit' | 'startExport' | 'assets' | 'now'>;

/** Creates the page that downloads an export while the service runs. */
export function createExportPages(parts: Parts) {
  return {
    'GET /export': (context) => showPage(context, parts),
    'POST /export': (context) => download(context, parts),
  } satisfies Partial<RouteHandlers>;
}

async function download(context: Context, parts: Parts): Promise<Response> {
  const form = await readForm(context);
  const passphrase = form.get('passphrase') ?? '';
  if (passphrase !== (form.get('again') ?? '')) {
    return showPage(context, parts, 'The two passphrases are different.');
  }
  if (passphrase !== '' && !isPassphrase(passphrase)) {
    return showPage(context, parts, `The passphrase ${PASSPHRASE_RULE}`);
  }
  await noteVisit(context, parts, { action: 'export', after: { secrets: passphrase !== '' } });
  return sendExport(context, parts, passphrase || null);
}

function showPage(context: Context, { assets }: Parts, problem = ''): Response | Promise<Response> {
  if (problem) context.status(400);
  const body = renderExport(toAdminRoot(context), problem);
  return renderAdminPage(context, assets, { title: 'Export', section: 'companies', body });
}

function renderExport(root: string, problem: string): Markup {
  const field = (label: string, name: string): Markup =>
    html`<label
      >${label}
      <input
        name="${name}"
        type="password"
        minlength="${SHORTEST_PASSPHRASE}"
        maxlength="${LONGEST_PASSPHRASE}"
        autocomplete="new-password"
        aria-describedby="secrets"
      />
    </label>`;
  return html`<main>
    <h1>Export</h1>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
    <p>
      One file with all companies, their dashboards with earlier versions and drafts, their data
      connections, and the people. It has no statistics and no audit. The command
      <code>import</code> reads it into another database.
    </p>
    <form method="post" action="${root}export" class="line">
      ${field('Passphrase', 'passphrase')} ${field('Passphrase again', 'again')}
      <button>Download the export</button>
      <p class="hint" id="secrets">
        With a passphrase of at least ${SHORTEST_PASSPHRASE} characters, the file has the API keys,
        the connection strings and the hashes of passwords, encrypted. Without one, it has none of
        them.
      </p>
    </form>
  </main>`;
}

async function sendExport(
  context: Context,
  { startExport, now }: Parts,
  passphrase: string | null,
): Promise<Response> {
  const day = new Date(now()).toISOString().slice(0, 10);
  const lines = await startExport(passphrase);
  // Nobody can import a file without its end.
  const [header, first] = [await lines.next(), await lines.next()];
  const body = streamText(`${header.value}${first.value}`, lines);
  return context.body(body, 200, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Content-Disposition': `attachment; filename="dashboards-${day}.jsonl"`,
  });
}
