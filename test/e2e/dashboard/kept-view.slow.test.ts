import { CodeBlocks } from '../../support/markdown.ts';
import { serveHostPage } from './host-page.ts';
import { testKeptView } from './kept-view.ts';

const GUID = '00000000-0000-4000-8000-000000000001';

/** The lines of the documentation that keep the reader's choices in the address of a page. */
const RECIPE = new CodeBlocks('docs/filters.md').claim('js', 'hashchange');

testKeptView(GUID, async (service, resolve) => {
  const page = `<embedded-dashboard token-url="/dashboards/token" dashboard-guid="${GUID}"></embedded-dashboard>
    <script type="module">${RECIPE}</script>`;
  const site = await serveHostPage(service, resolve, page);
  return Object.assign(site, { url: `http://localhost:${site.port}/` });
});
