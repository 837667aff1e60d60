import { defineConfig, type DefaultTheme, type MarkdownOptions } from 'vitepress';
import { toMarkdownLink, writeMarkdown } from './markdown-pages.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const START: DefaultTheme.SidebarItem[] = [
  { text: 'Quick start', link: '/docs/quick-start' },
  { text: 'Into an existing application', link: '/docs/existing-application' },
  { text: 'Live demo', link: '/docs/live-demo' },
  { text: 'Concepts', link: '/docs/concepts' },
  { text: 'In your framework', link: '/docs/frameworks' },
  { text: 'In your server', link: '/docs/host' },
  { text: 'In other languages', link: '/docs/other-languages' },
  { text: 'Migration', link: '/docs/migration' },
  { text: 'Comparison', link: '/docs/comparison' },
  { text: 'FAQ', link: '/docs/faq' },
];

const GUIDES: DefaultTheme.SidebarItem[] = [
  { text: 'Row-level security', link: '/docs/row-level-security' },
  { text: 'Filters on the page', link: '/docs/filters' },
  { text: 'Theming', link: '/docs/theming' },
  { text: 'Languages', link: '/docs/languages' },
  { text: 'Fresh data', link: '/docs/fresh-data' },
  { text: 'Dashboards that speak', link: '/docs/speaking-dashboards' },
  { text: 'Make your dashboard speak', link: '/docs/make-your-dashboard-speak' },
  { text: 'Server rendering', link: '/docs/server-rendering' },
  { text: 'Single-page apps', link: '/docs/single-page-apps' },
  { text: 'Content security policy', link: '/docs/security-policy' },
  { text: 'Your application in production', link: '/docs/application-in-production' },
  { text: 'The service in production', link: '/docs/production' },
  { text: 'Single sign-on', link: '/docs/single-sign-on' },
  { text: 'Growing', link: '/docs/growing' },
  { text: 'High availability', link: '/docs/high-availability' },
  { text: 'Dashboards in git', link: '/docs/dashboards-in-git' },
  { text: 'Data connections', link: '/docs/data-connections' },
  { text: 'Observability', link: '/docs/observability' },
  { text: 'The analyst’s guide', link: '/docs/back-office' },
  { text: 'Choosing a chart', link: '/docs/choosing-a-chart' },
  { text: 'Filters inside a dashboard', link: '/docs/dashboard-filters' },
];

const REFERENCE: DefaultTheme.SidebarItem[] = [
  { text: 'The element', link: '/docs/element' },
  { text: 'Events', link: '/docs/events' },
  { text: 'Errors', link: '/docs/troubleshooting' },
  { text: 'The host', link: '/docs/host-api' },
  { text: 'HTTP interface', link: '/docs/http' },
  { text: 'The dashboard service', link: '/service/README' },
  { text: 'The doctor', link: '/docs/doctor' },
  { text: 'Reliability and speed', link: '/docs/reliability' },
  { text: 'Benches', link: '/generated/benches' },
  { text: 'Security', link: '/SECURITY' },
  { text: 'Versions', link: '/docs/versions' },
  { text: 'Changelog', link: '/CHANGELOG' },
];

/** The site of the same Markdown files that GitHub shows and that the tests run. */
export default defineConfig({
  title: 'embedded-dashboard',
  description: 'One HTML tag shows an analytics dashboard inside your own application.',
  lang: 'en',
  // A path prefix such as /embedded-dashboard/ for GitHub Pages.
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: '..',
  outDir: 'dist',
  srcExclude: [
    'README.md',
    '{,service/}CONTRIBUTING.md',
    '{bench,build,command,site,src,test,.github}/**',
    'generated/README.md',
    'demo/**',
    'service/!(README.md)/**',
  ],
  rewrites: { 'docs/index.md': 'index.md' },
  transformHead: toMarkdownLink,
  buildEnd: writeMarkdown,
  // The one at the root builds the package.
  vite: { configFile: false },
  vue: {
    template: { compilerOptions: { isCustomElement: (tag) => tag === 'embedded-dashboard' } },
  },
  markdown: {
    // The default themes do not reach a contrast of 4.5.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: toAnchor },
    languageAlias: { caddyfile: 'nginx', haproxy: 'apache' },
    config: adaptMarkdown,
  },
  themeConfig: {
    nav: [
      { text: 'Quick start', link: '/docs/quick-start' },
      { text: 'Guides', items: GUIDES },
      { text: 'Reference', items: REFERENCE },
    ],
    sidebar: [
      { text: 'Start', items: START },
      { text: 'Guides', items: GUIDES },
      { text: 'Reference', items: REFERENCE },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
});

/** Returns the anchor that GitHub gives a heading, so that links work in both places. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function adaptMarkdown(markdown: MarkdownIt): void {
  // Comments, because GitHub would show the marks of a group.
  markdown.core.ruler.before('normalize', 'tabs', (state) => {
    state.src = state.src
      .replaceAll('<!-- tabs:start -->', '::: code-group')
      .replaceAll('<!-- tabs:end -->', ':::');
  });
  markdown.core.ruler.push('adapt', (state) => {
    let isTab = false;
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type.startsWith('container_code-group_')) isTab = token.nesting === 1;
      if (token.children) token.children = withoutSourceLinks(token.children);
      if (token.type !== 'fence') return token;
      const [language = '', path] = token.info.split(' ');
      token.info = isTab ? `${language} [${toTabName(path)}]` : language;
      if (isTab || !path) return token;
      const title = new state.Token('html_block', '', 0);
      title.content = `<p class="file-name">${path.split('/').at(-1)}</p>`;
      return [title, token];
    });
  });
}

/** Returns the name of the framework whose file is in a tab. */
function toTabName(path = ''): string {
  const [, name = ''] = /^demo\/frameworks\/(\w+)/.exec(path) ?? [];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

type Tokens = NonNullable<ReturnType<MarkdownIt['parse']>[number]['children']>;

/** Turns links to source files into text: the site has pages only. */
function withoutSourceLinks(tokens: Tokens): Tokens {
  const isSource: boolean[] = [];
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      isSource.push(!/^(\w+:|#|\/)|\.(md|html)(#|$)/.test(token.attrGet('href') ?? ''));
      return !isSource.at(-1);
    }
    return token.type !== 'link_close' || !isSource.pop();
  });
}
