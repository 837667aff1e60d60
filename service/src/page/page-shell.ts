import { html, raw } from 'hono/html';
import type { Asset, PageAssets } from './asset.ts';
import type { DisplayOptions } from './display-options.ts';
import type { PageLocale } from '../words/page-locale.ts';

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** The reasons why a page shows no dashboard, as `embedded-dashboard/page` names them. */
export type Refusal = 'expired' | 'signed-out' | 'forbidden' | 'not-found' | 'unavailable';

/** The start of a page, up to its content. */
export interface PageStart {
  title: string;
  locale: PageLocale;
  display: DisplayOptions;
  assets: PageAssets;
  /** The relative address of `{base_url}`. Default: `../`. */
  root?: string | undefined;
  /** The scripts that run when the page is complete. */
  scripts: readonly Asset[];
  /** A script that a later part of the page runs. Default: none. */
  preload?: Asset;
  /** The reason why the page shows no dashboard, for the element around it. Default: it shows one. */
  refusal?: Refusal;
  /** The seconds after which the page reloads itself. Default: never. */
  reloadSeconds?: number;
}

/** A page with its content. */
export interface WholePage extends PageStart {
  body: Markup;
}

/** The end of a page. */
export const PAGE_END = '</body></html>';

/** Renders a whole page. */
export function renderShell({ body, ...start }: WholePage): Markup {
  return html`${renderPageStart(start)}${body}${raw(PAGE_END)}`;
}

/** Renders a page up to its content, with the display options of its address. */
export function renderPageStart(content: PageStart): Markup {
  const { title, locale, display, assets, root = '../', scripts, refusal } = content;
  const { reloadSeconds, preload } = content;
  const opaque = display.backgroundColor?.opaque ?? true;
  return html`${raw('<!doctype html><html')} lang="${locale.tag}" dir="${locale.direction}"
    ${refusal ? raw(`data-refusal="${refusal}"`) : ''}${display.dark ? raw(' data-theme="dark"') : ''}${opaque ? raw(' data-opaque') : ''}${toStyle(display)}${raw('>')}
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      ${reloadSeconds ? html`<meta http-equiv="refresh" content="${reloadSeconds}" />` : ''}
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${root}assets/${assets.style.name}" />
      ${preload ? html`<link rel="preload" href="${root}assets/${preload.name}" as="script" />` : ''}
      ${scripts.map(({ name }) => html`<script src="${root}assets/${name}" defer></script>`)}
    </head>
    ${raw('<body>')}`;
}

/** Returns the colors as CSS properties. They are parsed, and contain only `#` and hexadecimal digits. */
function toStyle({ color, backgroundColor }: DisplayOptions): Markup | string {
  const properties: string[] = [];
  if (backgroundColor) {
    properties.push(`--page:${backgroundColor.css}`);
    // On any opaque background, black or white has a contrast of 4.5. The color behind a transparent one is unknown.
    if (backgroundColor.opaque) {
      const ink = backgroundColor.luminance > 0.179 ? '#000000' : '#ffffff';
      properties.push(`--page-ink:${ink}`, `--page-muted:${ink}`);
    }
  }
  if (color) properties.push(`--title:${color.css}`);
  return properties.length ? html` style="${properties.join(';')}"` : '';
}
