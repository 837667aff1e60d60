import type { HTMLAttributes } from 'preact';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.js';
import type { TagAttributes, TagListeners, TagProperties } from './tag-attributes.js';

type Own = TagAttributes & TagProperties & TagListeners<'on'>;

/** Checks the tag in JSX, once tsconfig.json has `"types": ["embedded-dashboard/preact"]`. */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'embedded-dashboard': Omit<HTMLAttributes<EmbeddedDashboardElement>, keyof Own> & Own;
    }
  }
}
