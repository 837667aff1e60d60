import type { HTMLAttributes } from 'svelte/elements';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.js';
import type { TagAttributes, TagListeners, TagProperties } from './tag-attributes.js';

/** The attributes, properties and listeners of templates. Listeners may also have the form of Svelte 4. */
type Own = TagAttributes & TagProperties & TagListeners<'on'> & TagListeners<'on:'>;

/** Checks the tag in templates, once tsconfig.json has `"types": ["embedded-dashboard/svelte"]`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'embedded-dashboard': Omit<HTMLAttributes<EmbeddedDashboardElement>, keyof Own> & Own;
  }
}
