import ts from 'typescript';

/** A stretch of English in a file. */
export interface Piece {
  kind: 'comment' | 'text';
  /** The offset in the file at which `text` begins. */
  at: number;
  /** As long as the original. Comment markers are spaces, and code is `\0`. */
  text: string;
}

type Reader = (source: string, path: string) => Piece[];

const LINE_COMMENTS = String.raw`(?<!:)\/\/.*(?:\n[ \t]*\/\/.*)*`;
const BLOCK_COMMENT = String.raw`\/\*[^]*?\*\/`;
const HASH_COMMENTS = String.raw`(?<=^|[ \t])#(?!!).*(?:\n[ \t]*#.*)*`;
const STRING = String.raw`"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'`;

const HTML_PARTS = [
  String.raw`<!--(?<comment>[^]*?)-->`,
  String.raw`<(?<name>script|style|code|pre)\b[^>]*>(?<inner>[^]*?)<\/\k<name>>`,
  String.raw`(?<tag><[a-z/!](?:"[^"]*"|'[^']*'|[^'">])*>)`,
  String.raw`(?<text>[^<]+|<)`,
];
/** Attributes whose text users see or hear. */
const TEXT_ATTRIBUTE =
  /\s(?:alt|aria-label|content|hint|label|placeholder|title)=(?<text>"[^"]*"|'[^']*')/dgi;

const FENCED_CODE = /^([ >]*)(`{3,}|~{3,})[^]*?^\1\2.*$/gm;
/** Sections that `npm run docs` generates from comments. The comments are checked in their own files. */
const GENERATED = /<!-- (\S+) -->[^]*?<!-- \/\1 -->/g;
const MARKDOWN_COMMENT = /<!--([^]*?)-->/dg;
const LINK_TARGET_OR_TAG = /\]\([^)\s]*|<[^>\n]+>/g;
const EMPHASIS = /(?<!\w)_|_(?!\w)/g;

const INLINE_CODE = /(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[^])*?(?<!`)\1(?!`)|\{@link[^}]*\}/g;

const READERS: [files: RegExp, read: Reader][] = [
  [/\.[cm]?[jt]sx?$/, readScript],
  [/\.md$/, readMarkdown],
  [/\.(html|svelte|vue)$/, readHtml],
  [/\.css$/, (source) => readTokens(source, BLOCK_COMMENT)],
  [/\.(cs|java|php)$/, (source) => readTokens(source, `${BLOCK_COMMENT}|${LINE_COMMENTS}`)],
  [
    /\.(cfg|conf|py|sh)$|(^|\/)(Caddyfile|Dockerfile)[^/]*$|^\.ci\//,
    (source) => readTokens(source, HASH_COMMENTS),
  ],
];

/** Returns the comments and texts of a file, or an empty array for a file in an unknown language. */
export function readText(path: string, source: string): Piece[] {
  const read = READERS.find(([files]) => files.test(path))?.[1];
  const pieces = read?.(source, path) ?? [];
  for (const piece of pieces) piece.text = blank(piece.text, INLINE_CODE);
  return pieces;
}

function readScript(source: string, path: string): Piece[] {
  const { ES2022 } = ts.ScriptTarget;
  const options = { languageVersion: ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, source, options);
  const pieces: Piece[] = [];
  let code = '';
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) {
      const at = node.getStart(file);
      const literal = source.slice(at, node.end);
      code += `${source.slice(code.length, at)}${'\0'.repeat(literal.length)}`;
      if (ts.isJsxText(node)) pieces.push({ kind: 'text', at, text: literal });
      else if (!ts.isRegularExpressionLiteral(node)) pieces.push(...toText(at, literal));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  // In code without literals, only comments look like comments.
  code += source.slice(code.length);
  const comments = new RegExp(`${BLOCK_COMMENT}|${LINE_COMMENTS}`, 'g');
  for (const { 0: comment, index } of code.matchAll(comments))
    pieces.push(toComment(index, comment));
  return pieces;
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node) ||
    ts.isJsxText(node)
  );
}

function readMarkdown(source: string): Piece[] {
  const prose = blank(blank(source, FENCED_CODE), GENERATED);
  const comments = [...prose.matchAll(MARKDOWN_COMMENT)].map(({ 1: comment = '', indices }) =>
    toComment(indices![1]![0], comment),
  );
  const text = blank(blank(prose, MARKDOWN_COMMENT), LINK_TARGET_OR_TAG);
  return [...comments, { kind: 'text', at: 0, text: text.replace(EMPHASIS, ' ') }];
}

function readHtml(source: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { groups, indices } of source.matchAll(new RegExp(HTML_PARTS.join('|'), 'dgi'))) {
    const { comment, name, inner = '', tag, text } = groups!;
    const at = (group: string) => indices!.groups![group]![0];
    if (comment !== undefined) pieces.push(toComment(at('comment'), comment));
    else if (name === 'script') pieces.push(...shift(readScript(inner, 'script.ts'), at('inner')));
    else if (name === 'style') pieces.push(...shift(readTokens(inner, BLOCK_COMMENT), at('inner')));
    else if (tag) pieces.push(...shift(readAttributes(tag), at('tag')));
    else if (text) pieces.push({ kind: 'text', at: at('text'), text });
  }
  return pieces;
}

function readAttributes(tag: string): Piece[] {
  return [...tag.matchAll(TEXT_ATTRIBUTE)].flatMap(({ groups, indices }) =>
    toText(indices!.groups!.text![0], groups!.text!),
  );
}

function readTokens(source: string, comments: string): Piece[] {
  const tokens = new RegExp(`(?<comment>${comments})|${STRING}`, 'gm');
  return [...source.matchAll(tokens)].flatMap(({ 0: token, index, groups }) =>
    groups!.comment === undefined ? toText(index, token) : toComment(index, token),
  );
}

function toComment(at: number, comment: string): Piece {
  const markers = /^[ \t]*(?:\/\/+|\/\*+|\*+\/?|#+)|\*+\/$/gm;
  return { kind: 'comment', at, text: blank(comment, markers, ' ') };
}

/** Reads a string literal with its quotes. A literal without a space is a name, not English. */
function toText(at: number, literal: string): Piece[] {
  const text = blank(literal, /^["'`]|["'`]$|\\[^`]/g);
  return /\s/.test(text) ? [{ kind: 'text', at, text }] : [];
}

function shift(pieces: Piece[], by: number): Piece[] {
  return pieces.map((piece) => ({ ...piece, at: piece.at + by }));
}

function blank(text: string, pattern: RegExp, filler = '\0'): string {
  return text.replace(pattern, (match) => filler.repeat(match.length));
}
