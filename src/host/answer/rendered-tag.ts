import type { GivenFilters } from '../../protocol/dashboard-filters.ts';
import type { GivenParameters } from '../../protocol/dashboard-parameters.ts';
import { DISPLAY_PARAMETERS, type GivenDisplayOptions } from '../../protocol/display-parameters.ts';
import { FRAME_DEFAULTS } from '../../protocol/frame-defaults.ts';
import { FRAME_RULES } from '../../protocol/frame.styles.ts';

/** The element's attributes, as properties, for a dashboard that the server renders. */
export interface TagOptions extends GivenDisplayOptions {
  /** The GUID of the dashboard. */
  dashboardGuid: string;
  /** The reader's choice on the page, for `resolve` to check. */
  parameters?: GivenParameters | null;
  /** The reader's first choice in the dashboard's own filters. It is part of the frame's address. */
  filters?: GivenFilters | null;
  /** The frame's accessible name. Default: `Dashboard`. */
  label?: string | null;
  /** `lazy` leaves the frame out: the element loads the dashboard when it comes near the viewport. */
  loading?: string | null;
  credentials?: string | null;
  sandbox?: string | null;
  allow?: string | null;
  referrerPolicy?: string | null;
  /** Default: `{basePath}/token`. */
  tokenUrl?: string | null;
  /** Default: `{basePath}/logout`. */
  logoutUrl?: string | null;
  /** The service's address as browsers reach it. Default: the host's own `baseUrl`. */
  baseUrl?: string | null;
  /** The nonce of styles, for a page whose Content-Security-Policy allows only styles with it. */
  nonce?: string | null;
}

/** A frame's address, and the lifetime of its token in seconds. */
export interface RenderedFrame {
  src: string;
  expiresIn: number;
  /** The choice that it shows; see `toChoice`. */
  choice: string;
  /** The first choices that it shows; see `toFilterQuery`. */
  filters: string;
}

/** Returns the element's tag, with the frame, if there is one, in a declarative shadow root. */
export function renderTag(options: TagOptions, frame: RenderedFrame | null): string {
  const { nonce } = options;
  const display = DISPLAY_PARAMETERS.map(({ property, name }) => [name, options[property]]);
  const attributes = renderAttributes({
    'token-url': options.tokenUrl,
    'logout-url': options.logoutUrl,
    'base-url': options.baseUrl,
    'dashboard-guid': options.dashboardGuid,
    parameters: options.parameters ? toJson(options.parameters) : null,
    filters: options.filters ? toJson(options.filters) : null,
    ...(Object.fromEntries(display) as GivenDisplayOptions),
    label: options.label,
    loading: options.loading,
    credentials: options.credentials,
    sandbox: options.sandbox,
    allow: options.allow,
    referrerpolicy: options.referrerPolicy,
  });
  const style = `<style${renderAttributes({ nonce })}>${STYLES}</style>`;
  const root = frame
    ? `<template shadowrootmode="open">${style}${renderFrame(options, frame)}</template>`
    : '';
  return `<embedded-dashboard${attributes}>${root}</embedded-dashboard>`;
}

/** `src` comes last: the other attributes must be set when the address is loaded. */
function renderFrame(
  options: TagOptions,
  { src, expiresIn, choice, filters }: RenderedFrame,
): string {
  const attributes = renderAttributes({
    part: 'frame',
    title: options.label ?? 'Dashboard',
    sandbox: options.sandbox ?? FRAME_DEFAULTS.sandbox,
    allow: options.allow ?? FRAME_DEFAULTS.allow,
    referrerpolicy: options.referrerPolicy ?? FRAME_DEFAULTS.referrerPolicy,
    'data-dashboard-guid': options.dashboardGuid,
    'data-choice': choice,
    'data-filters': filters,
    'data-expires-in': String(expiresIn),
    src,
  });
  return `<iframe${attributes}></iframe>`;
}

/**
 * Returns malformed JSON for a choice that cannot be serialized, so that the element reports it. Without the
 * attribute, another choice would show.
 */
function toJson(parameters: GivenParameters | GivenFilters): string {
  try {
    return JSON.stringify(parameters);
  } catch {
    return 'malformed';
  }
}

/** Leaves out values that are not text. */
function renderAttributes(attributes: Record<string, string | null | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (typeof value === 'string' ? ` ${name}="${escapeHtml(value)}"` : ''))
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLES = FRAME_RULES.replaceAll(/\s+/g, ' ').trim();
