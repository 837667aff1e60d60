import type { JSX } from 'solid-js';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.js';
import type { TagAttributes, TagListeners, TagProperties } from './tag-attributes.js';

/** The members with Solid's prefix for an attribute or a property: `attr:label`, `prop:headers`. */
type Prefixed<Prefix extends string, Members> = {
  [Name in keyof Members & string as `${Prefix}:${Name}`]?: Members[Name];
};

type Own = TagAttributes &
  TagProperties &
  Prefixed<'attr', TagAttributes> &
  Prefixed<'prop', TagProperties> &
  TagListeners<'on:'>;

/** Checks the tag in JSX, once tsconfig.json has `"types": ["embedded-dashboard/solid"]`. */
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'embedded-dashboard': Omit<JSX.HTMLAttributes<EmbeddedDashboardElement>, keyof Own> & Own;
    }
  }
}
