import type { HTMLAttributes } from 'svelte/elements';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.ts';
import type { TagAttributes, TagListeners, TagProperties } from './tag-attributes.ts';

/** What templates may bind and hear, the latter in Svelte 4's way too. */
type Own = TagAttributes & TagProperties & TagListeners<'on'> & TagListeners<'on:'>;

/** Checks the tag in templates, once tsconfig.json has `"types": ["embedded-dashboard/svelte"]`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'embedded-dashboard': Omit<HTMLAttributes<EmbeddedDashboardElement>, keyof Own> & Own;
  }
}
