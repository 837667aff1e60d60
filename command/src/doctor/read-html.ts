import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

/** An element of a page's HTML. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text of a script. */
  text: string;
  /** Whether there is an end tag. A start tag that ends with `/>` has none. */
  isClosed: boolean;
  /** Whether only a script can show it. A declarative shadow root is shown without one. */
  isInTemplate: boolean;
}

interface Place {
  node: Tree.Node;
  isInTemplate: boolean;
}

/** Returns the elements of a page. They may be nested to any depth. */
export function readHtml(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const places: Place[] = [
    { node: parse(html, { sourceCodeLocationInfo: true }), isInTemplate: false },
  ];
  for (let place = places.pop(); place; place = places.pop()) {
    const { node, isInTemplate } = place;
    if ('tagName' in node) elements.push(toElement(node, isInTemplate));
    if ('content' in node) {
      const isShown = node.attrs.some(({ name }) => name === 'shadowrootmode');
      places.push({ node: node.content, isInTemplate: isInTemplate || !isShown });
    }
    const children = 'childNodes' in node ? node.childNodes.toReversed() : [];
    for (const child of children) places.push({ node: child, isInTemplate });
  }
  return elements;
}

function toElement(node: Tree.Element, isInTemplate: boolean): PageElement {
  const attributes = node.attrs.map(({ name, value }) => [name, value] as const);
  const texts = node.childNodes.map((child) => ('value' in child ? child.value : ''));
  return {
    name: node.tagName,
    attributes: Object.fromEntries(attributes),
    text: texts.join(''),
    isClosed: Boolean(node.sourceCodeLocation?.endTag),
    isInTemplate,
  };
}
