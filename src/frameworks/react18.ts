import { createComponent } from '@lit/react';
import * as React from 'react';
import { EmbeddedDashboardElement } from '../element/embedded-dashboard.ts';
import type { DashboardEventMap } from '../element/events.ts';
import type { TagEvent, TagProperties } from './tag-attributes.ts';
import '../index.ts';

/** The name of the prop with the listener of an event: `onDashboardLoad` for `dashboard-load`. */
type ListenerName<Type extends keyof DashboardEventMap> = Type extends `dashboard-${infer Name}`
  ? `onDashboard${Capitalize<Name>}`
  : never;

type Listeners = {
  [Type in keyof DashboardEventMap as ListenerName<Type>]?: (event: TagEvent<Type>) => unknown;
};

type Own = TagProperties & Listeners;

/** The props of `EmbeddedDashboard`: the tag's properties, its events, and the attributes of HTML. */
export type EmbeddedDashboardProps = Own &
  Omit<React.HTMLAttributes<EmbeddedDashboardElement>, keyof Own>;

const events: { [Type in keyof DashboardEventMap as ListenerName<Type>]: Type } = {
  onDashboardLoad: 'dashboard-load',
  onDashboardExpiring: 'dashboard-expiring',
  onDashboardRefreshed: 'dashboard-refreshed',
  onDashboardExpired: 'dashboard-expired',
  onDashboardLogout: 'dashboard-logout',
  onDashboardError: 'dashboard-error',
  onDashboardSelect: 'dashboard-select',
};

// Lit defines the properties now. On a server, which registers no tag, they would become attributes with wrong names.
void EmbeddedDashboardElement.observedAttributes;

/**
 * `<embedded-dashboard>` as a component for React 18 and older, which set no properties of a tag. Its `ref` is the
 * element. On the server it is the tag without attributes. React 19 needs only the tag.
 */
export const EmbeddedDashboard = createComponent({
  react: React,
  tagName: 'embedded-dashboard',
  elementClass: EmbeddedDashboardElement,
  events,
  displayName: 'EmbeddedDashboard',
  // The inferred type offers the tag's methods as props, and types no event.
}) as unknown as React.ForwardRefExoticComponent<
  EmbeddedDashboardProps & React.RefAttributes<EmbeddedDashboardElement>
>;
