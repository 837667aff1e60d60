import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.js';
import type { DashboardEventMap } from '../element/events.js';
import type { TagAttributes, TagEvent, TagProperties } from './tag-attributes.js';

type OwnProps = TagAttributes & TagProperties;

/** The props and events of templates. The element itself, which a ref gives, has neither. */
interface Template {
  $props: PublicProps & Omit<HTMLAttributes, keyof OwnProps> & OwnProps;
  $emit: EmitFn<{ [Type in keyof DashboardEventMap]: (event: TagEvent<Type>) => void }>;
}

/** Checks the tag in templates, once tsconfig.json has `"types": ["embedded-dashboard/vue"]`. */
declare module 'vue' {
  interface GlobalComponents {
    'embedded-dashboard': new () => EmbeddedDashboardElement & Template;
  }

  /** Allows `slot` on elements within the tag: Vue knows only its own slots. */
  interface HTMLAttributes {
    slot?: string | undefined;
  }
}
