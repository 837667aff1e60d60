import { toQuery } from './form-values.ts';
import type { TileAnswer } from './tile-loads.ts';

/** Firefox sees no release after a link was dragged, until the next click. */
const LONGEST_MS = 10_000;
/** The time between two polls, in milliseconds. */
const POLL_MS = 20;

/** A page with some of the tiles, or none. */
export interface PageAnswer extends TileAnswer {
  page: Document;
  /** `null` if readers can set no filter. */
  form: HTMLFormElement | null;
}

/** An answer without a dashboard. */
export class Refused extends Error {
  readonly page: Document;
  readonly isChoice: boolean;

  constructor(page: Document, status: number) {
    super();
    this.page = page;
    this.isChoice = status === 400;
  }
}

/**
 * Requests a page. Returns it, or fails, when the page around may show the outcome.
 * @throws {Refused} for a page without a dashboard.
 */
export async function askPage(address: string, signal: AbortSignal): Promise<PageAnswer> {
  const { status, text } = await ask(address, signal);
  const page = new DOMParser().parseFromString(text, 'text/html');
  if (!page.querySelector('.tiles')) throw new Refused(page, status);
  const form = page.querySelector<HTMLFormElement>('form.filters');
  return { page, form, query: form ? toQuery(form) : '' };
}

async function ask(
  address: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, { signal });
    return { status: response.status, text: await response.text() };
  } finally {
    await untilReleased();
  }
}

/**
 * Resolves when the reader presses nothing: an element that is replaced while it is pressed gets no click. Firefox tells
 * this for pointers, and other browsers for the space bar as well.
 */
async function untilReleased(): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS && isPressed(); waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function isPressed(): boolean {
  return document.querySelector(':active') !== null;
}
