import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Company } from '../../state/company-store.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { renderAdminPage, toAdminRoot } from '../admin-page.ts';
import { renderCompanies, renderCompany } from './company-markup.ts';
import { readForm } from '../form.ts';
import { requireCompany } from '../require-found.ts';

const MAX_NAME = 200;

type Parts = Pick<ServiceParts, 'companies' | 'connections' | 'dashboards' | 'sources' | 'assets'>;

/** The companies menu: accounts, their API keys and data connections. */
export function createCompanyPages(parts: Parts): Hono {
  const { companies, connections, dashboards, sources, assets } = parts;
  const app = new Hono();

  const findCompany = (context: Context): Promise<Company> =>
    requireCompany(Number(context.req.param('id')), companies);

  const showList = async (context: Context, problem = ''): Promise<Response> => {
    const body = renderCompanies(await companies.list(), problem);
    return renderAdminPage(context, assets, { title: 'Companies', section: 'companies', body });
  };

  const showCompany = async (context: Context, problem = ''): Promise<Response> => {
    const company = await findCompany(context);
    const body = renderCompany({
      company,
      connectionNames: await connections.names(company.id),
      dashboards: await dashboards.list(company.id),
      root: toAdminRoot(context),
      problem,
    });
    return renderAdminPage(context, assets, { title: company.name, section: 'companies', body });
  };

  app.get('/', (context) => showList(context));

  app.post('/', async (context) => {
    const name = readName(await readForm(context));
    if (isName(name)) return context.redirect(`companies/${await companies.create(name)}`, 303);
    context.status(400);
    return showList(context, NAME_PROBLEM);
  });

  app.get('/:id{\\d+}', (context) => showCompany(context));

  app.post('/:id{\\d+}/name', async (context) => {
    const { id } = await findCompany(context);
    const name = readName(await readForm(context));
    if (!isName(name)) return refuse(context, NAME_PROBLEM);
    await companies.rename(id, name);
    return back(context, id);
  });

  app.post('/:id{\\d+}/key', async (context) => {
    const { id } = await findCompany(context);
    await companies.regenerateKey(id);
    return back(context, id);
  });

  app.post('/:id{\\d+}/key/reveal', async (context) => {
    const { id } = await findCompany(context);
    const apiKey = await companies.revealKey(id);
    if (apiKey === null) throw new HTTPException(404);
    return context.json({ apiKey });
  });

  app.post('/:id{\\d+}/connections', async (context) => {
    const { id } = await findCompany(context);
    const form = await readForm(context);
    const name = readName(form);
    const connectionString = form.get('connectionString')?.trim() ?? '';
    if (!isName(name)) return refuse(context, NAME_PROBLEM);
    if (!sources.allows(connectionString)) return refuse(context, CONNECTION_PROBLEM);
    await connections.save(id, name, connectionString);
    return back(context, id);
  });

  app.post('/:id{\\d+}/connections/remove', async (context) => {
    const { id } = await findCompany(context);
    await connections.remove(id, (await readForm(context)).get('name') ?? '');
    return back(context, id);
  });

  const refuse = (context: Context, problem: string): Promise<Response> => {
    context.status(400);
    return showCompany(context, problem);
  };

  return app;
}

const NAME_PROBLEM = `A name has 1 to ${MAX_NAME} characters.`;
const CONNECTION_PROBLEM =
  'This connection string is not allowed: it must be postgres://user:password@host:port/database, with a server of SERVICE_CONNECTION_HOSTS.';

function readName(form: ReadonlyMap<string, string>): string | undefined {
  return form.get('name')?.trim();
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name.length > 0 && name.length <= MAX_NAME;
}

function back(context: Context, id: number): Response {
  return context.redirect(`${toAdminRoot(context)}companies/${id}`, 303);
}
