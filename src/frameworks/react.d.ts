import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.js';
import type { TagAttributes, TagListeners, TagProperties } from './tag-attributes.js';

type Own = TagAttributes & TagProperties & TagListeners<'on'>;
type Html = DetailedHTMLProps<HTMLAttributes<EmbeddedDashboardElement>, EmbeddedDashboardElement>;

/** Checks the tag in JSX, once tsconfig.json has `"types": ["embedded-dashboard/react"]`. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'embedded-dashboard': Omit<Html, keyof Own> & Own;
    }
  }
}
