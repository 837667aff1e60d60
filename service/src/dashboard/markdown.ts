import createMarkdownIt, { type MarkdownIt } from 'markdown-it';

const IN_NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' };
const LAST_LEVEL = 6;

/** Renders Markdown as HTML without any HTML of its author. Its first headings have the given level. */
export function renderMarkdown(text: string, level: number): string {
  const parser = createParser(isHttps);
  const tokens = parser.parse(text, {});
  for (const token of tokens) {
    if (!token.type.startsWith('heading_')) continue;
    token.tag = `h${Math.min(LAST_LEVEL, level - 1 + Number(token.tag.slice(1)))}`;
  }
  return parser.renderer.render(tokens, parser.options, {});
}

/** Returns the first address of a link that is not one of https; `null` if there is none. */
export function findRefusedLink(text: string): string | null {
  const tokens = createParser(() => true).parse(text, {});
  const parts = tokens.flatMap(({ children }) => children ?? []);
  const addresses = parts.flatMap((part) => part.attrGet('href') ?? []).map(String);
  return addresses.find((address) => !isHttps(address)) ?? null;
}

/** An address that is not allowed stays text. Images could report their readers to other servers. */
function createParser(isAllowed: (address: string) => boolean): MarkdownIt {
  const parser = createMarkdownIt('commonmark', { html: false }).disable('image');
  parser.validateLink = isAllowed;
  parser.renderer.rules.link_open = (tokens, index, options, _, renderer) => {
    for (const [name, value] of Object.entries(IN_NEW_TAB)) tokens[index]!.attrSet(name, value);
    return renderer.renderToken(tokens, index, options);
  };
  return parser;
}

function isHttps(address: string): boolean {
  return /^https:\/\/[^/]/i.test(address) && URL.canParse(address);
}
