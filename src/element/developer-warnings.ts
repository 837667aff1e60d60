const MISSING_AFTER_MS = 3000;
const warned = new Set<string>();

/** The settings without which an element shows nothing. */
export interface RequiredSettings extends HTMLElement {
  readonly tokenUrl: string | null;
  readonly getToken: unknown;
  readonly dashboardGuid: string | null;
}

/** Logs a mistake for the page's developers, once per page. */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`<embedded-dashboard>: ${message}`);
}

/** Warns about a required setting that is missing now and in 3 seconds. */
export function warnLater(element: RequiredSettings): void {
  if (!findMissing(element)) return;
  setTimeout(() => {
    const missing = element.isConnected && findMissing(element);
    if (missing) warnOnce(`${missing} is missing.${toHint(element, missing)}`);
  }, MISSING_AFTER_MS);
}

/** Reports a size after the browser has computed it. Reading it earlier would force a layout. */
const sizes = globalThis.IntersectionObserver && new IntersectionObserver(warnOfSizes);

/** Warns about an element that is not seen, or has the automatic size in a row or in a box without a height. */
export function checkSize(element: Element): void {
  sizes?.observe(element);
}

function warnOfSizes(entries: IntersectionObserverEntry[]): void {
  for (const { target, boundingClientRect } of entries) {
    sizes.unobserve(target);
    const { width, height } = boundingClientRect;
    const isChosen = width && height && width !== 300.25 && height !== 150.25;
    // An element without any size may be hidden on purpose, for example in a closed `<details>`.
    if (isChosen || !(width + height)) continue;
    const size = `${Math.round(width)} × ${Math.round(height)}`;
    warnOnce(`A dashboard is ${size} px. Give the element a width and a height.`);
  }
}

function findMissing({ tokenUrl, getToken, dashboardGuid }: RequiredSettings): string | null {
  if (!dashboardGuid) return 'dashboard-guid';
  return tokenUrl || getToken ? null : 'token-url';
}

/** Names an attribute that may be a misspelling of `missing`. */
function toHint(element: HTMLElement, missing: string): string {
  const { observedAttributes } = element.constructor as unknown as { observedAttributes: string[] };
  const words = missing.split('-');
  const close = element
    .getAttributeNames()
    .find(
      (name) => !observedAttributes.includes(name) && words.some((word) => name.includes(word)),
    );
  if (close) return ` Is ${close} misspelled?`;
  return missing === 'token-url' ? ' React sets getToken only if the tag is registered.' : '';
}
