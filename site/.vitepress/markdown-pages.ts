import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DefaultTheme, HeadConfig, SiteConfig, TransformContext } from 'vitepress';

/** Returns the link to the Markdown of a page. */
export function toMarkdownLink({ page, siteData }: TransformContext): HeadConfig[] {
  if (page === '404.md') return [];
  const href = siteData.base + page;
  return [['link', { rel: 'alternate', type: 'text/markdown', href }]];
}

/** Writes the Markdown of each page next to it, and the list of the pages as `llms.txt` (https://llmstxt.org). */
export async function writeMarkdown(config: SiteConfig<DefaultTheme.Config>): Promise<void> {
  const { srcDir, outDir, pages, rewrites } = config;
  await Promise.all(
    pages.map(async (page) => {
      const copy = join(outDir, rewrites.map[page] ?? page);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(srcDir, page), copy);
    }),
  );
  await writeFile(join(outDir, 'llms.txt'), await toList(config));
}

/** Lists the pages of the sidebar, each with its first paragraph. */
async function toList({ site, srcDir }: SiteConfig<DefaultTheme.Config>): Promise<string> {
  const { title, description, base } = site;
  const groups = site.themeConfig.sidebar as DefaultTheme.SidebarItem[];
  const sections = groups.map(async ({ text, items = [] }) => {
    const entries = items.map(async (item) => {
      const path = `${item.link!.slice(1)}.md`;
      const summary = toSummary(await readFile(join(srcDir, path), 'utf8'));
      return `- [${item.text}](${base}${path})${summary && `: ${summary}`}\n`;
    });
    return `\n## ${text}\n\n${(await Promise.all(entries)).join('')}`;
  });
  return `# ${title}\n\n> ${description}\n${(await Promise.all(sections)).join('')}`;
}

/** Returns the first paragraph of a page in one line, without links; nothing if the page begins with something else. */
function toSummary(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n\n([^\s#|<>!-][^]*?)\n\n/m.exec(markdown) ?? [];
  return paragraph
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ');
}
