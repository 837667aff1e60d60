import ts from 'typescript';

/** A table of the docs that must list exactly the names of the public API. */
interface ApiTable {
  page: string;
  /** The section that `npm run docs` generates, or the heading above a table that is written by hand. */
  section: string;
  /** The column with the names. */
  column?: number;
  toNames: (api: PublicApi) => readonly string[];
}

/** Returns a reader of the members of one declaration, of the interfaces that it extends too. */
const membersOf =
  (name: string) =>
  (api: PublicApi): string[] =>
    api.members(name);

const TABLES: readonly ApiTable[] = [
  { page: 'docs/versions.md', section: 'Entries', toNames: (api) => api.entries },
  { page: 'docs/element.md', section: 'attributes', column: 1, toNames: (api) => api.attributes() },
  { page: 'docs/element.md', section: 'members', toNames: (api) => api.otherMembers() },
  { page: 'docs/events.md', section: 'events', toNames: membersOf('DashboardEventMap') },
  {
    page: 'docs/troubleshooting.md',
    section: 'error-codes',
    toNames: (api) => api.words('DashboardErrorCode'),
  },
  {
    page: 'docs/host-api.md',
    section: 'host-options',
    toNames: membersOf('DashboardHostOptions'),
  },
  { page: 'docs/host-api.md', section: 'host-details', toNames: membersOf('ResolveDetails') },
  { page: 'docs/host-api.md', section: 'host-members', toNames: membersOf('DashboardHost') },
  { page: 'docs/host-api.md', section: 'host-client', toNames: membersOf('DashboardClient') },
  { page: 'docs/host-api.md', section: 'host-event', toNames: membersOf('DashboardHostEvent') },
  {
    page: 'docs/host-api.md',
    section: 'host-codes',
    toNames: (api) => api.words('DashboardHostErrorCode'),
  },
];

/** The members of the element that Lit and the browser use. */
const LIT_MEMBERS = [
  'properties',
  'renderRoot',
  'connectedCallback',
  'disconnectedCallback',
  'willUpdate',
  'updated',
];

/** The declarations of `generated/public-api.txt`. */
class PublicApi {
  /** The entries of the package, such as `embedded-dashboard/host`. */
  readonly entries: readonly string[];
  readonly #declarations = new Map<string, ts.Statement>();

  constructor(text: string) {
    this.entries = Array.from(text.matchAll(/^# (.*)$/gm), ([, name]) => name!);
    const code = text.replaceAll(/^# /gm, '// ');
    const source = ts.createSourceFile('public-api.d.ts', code, ts.ScriptTarget.Latest);
    for (const statement of source.statements) {
      const { name } = statement as ts.DeclarationStatement;
      if (name) this.#declarations.set(name.text, statement);
    }
  }

  members(name: string): string[] {
    const declaration = this.#declarations.get(name);
    if (!declaration || !ts.isInterfaceDeclaration(declaration)) return [];
    const inherited = declaration.heritageClauses?.flatMap(({ types }) => types) ?? [];
    return [
      ...toNames(declaration.members),
      ...inherited.flatMap(({ expression }) => this.members((expression as ts.Identifier).text)),
    ];
  }

  /** The words of a union of strings. */
  words(name: string): string[] {
    const declaration = this.#declarations.get(name);
    if (!declaration || !ts.isTypeAliasDeclaration(declaration)) return [];
    const { type } = declaration;
    return (ts.isUnionTypeNode(type) ? [...type.types] : [type]).map(
      (word) => ((word as ts.LiteralTypeNode).literal as ts.StringLiteral).text,
    );
  }

  /** The properties of the element that have an attribute. */
  attributes(): string[] {
    const list = this.#elementMembers().find((member) => toName(member) === 'properties');
    if (!list) return [];
    const { members } = (list as ts.PropertyDeclaration).type as ts.TypeLiteralNode;
    return toNames(members.filter((member) => !isWithoutAttribute(member)));
  }

  /** The members of the element that pages use and that have no attribute. */
  otherMembers(): string[] {
    const others = new Set([...this.attributes(), ...LIT_MEMBERS]);
    return toNames(this.#elementMembers()).filter((name) => !others.has(name));
  }

  #elementMembers(): ts.ClassElement[] {
    const element = this.#declarations.get('EmbeddedDashboardElement');
    if (!element || !ts.isClassDeclaration(element)) return [];
    return element.members.filter(({ name }) => name);
  }
}

function isWithoutAttribute(member: ts.TypeElement): boolean {
  const { members } = (member as ts.PropertySignature).type as ts.TypeLiteralNode;
  return members.some(
    (option) =>
      toName(option) === 'attribute' &&
      ((option as ts.PropertySignature).type as ts.LiteralTypeNode).literal.kind ===
        ts.SyntaxKind.FalseKeyword,
  );
}

function toNames(members: readonly (ts.TypeElement | ts.ClassElement)[]): string[] {
  return members.map(toName);
}

function toName({ name }: ts.TypeElement | ts.ClassElement): string {
  return (name as ts.Identifier | ts.StringLiteral).text;
}

/** Returns a finding for each entry whose declarations differ between the file and a build. */
export function findChangedApi(saved: string, built: string): string[] {
  const [before, after] = [saved, built].map(toSections);
  const names = new Set([...before!.keys(), ...after!.keys()]);
  return [...names].flatMap((name) =>
    before!.get(name) === after!.get(name)
      ? []
      : [
          `generated/public-api.txt: ${name} differs from the build. Run \`npm run build && npm run docs\`, and name the change in CHANGELOG.md.`,
        ],
  );
}

function toSections(text: string): Map<string, string> {
  const sections = text.split(/^# /m).slice(1);
  return new Map(sections.map((section) => [section.split('\n')[0]!, section.trim()]));
}

/** Returns a finding for each name that the public API has and a table of the docs has not, or the other way round. */
export function findTableDifferences(
  publicApi: string,
  readPage: (path: string) => string,
): string[] {
  const api = new PublicApi(publicApi);
  return TABLES.flatMap(({ page, section, column = 0, toNames: read }) => {
    const [named, listed] = [read(api), readColumn(readPage(page), section, column)];
    const place = `${page}: the table “${section}”`;
    if (named.length === 0) return [`${place} has no counterpart in generated/public-api.txt.`];
    const missing = named.filter((name) => !listed.includes(name));
    const surplus = listed.filter((name) => !named.includes(name));
    return missing
      .map((name) => `${place} lacks \`${name}\` of the public API. Add it.`)
      .concat(surplus.map((name) => `${place} has \`${name}\`, which is not public. Remove it.`));
  });
}

/** Returns the names in a column of the first table of a section. */
function readColumn(page: string, section: string, column: number): string[] {
  const [, table = ''] =
    new RegExp(`^(?:<!-- ${section} -->|## ${section})\n(?:[^|].*?)??^(\\|.*?)^[^|]`, 'ms').exec(
      page,
    ) ?? [];
  return table.split('\n').flatMap((line) => {
    const cell = line.split(/(?<!\\)\|/)[column + 1] ?? '';
    return /`(.+?)(?:\(\))?`/.exec(cell)?.[1] ?? [];
  });
}
