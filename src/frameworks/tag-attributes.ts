import type { EmbeddedDashboardElement } from '../element/embedded-dashboard.ts';
import type { DashboardEventMap } from '../element/events.ts';

type Declarations = typeof EmbeddedDashboardElement.properties;
type PropertyName = keyof Declarations;

/** The name by Lit's rules: the declared one, none, or the property's name in lower case. */
type AttributeName<Name extends PropertyName> = Declarations[Name] extends {
  attribute: infer Attribute;
}
  ? Attribute & string
  : Lowercase<Name>;

/** The value of a property. Templates may write it as the text of its attribute. */
type Value<Name extends PropertyName> = Name extends 'parameters' | 'filters' | 'refreshEvery'
  ? EmbeddedDashboardElement[Name] | string
  : EmbeddedDashboardElement[Name];

/** The tag's attributes by name, each with the type of its property. */
export type TagAttributes = {
  [Name in PropertyName as AttributeName<Name>]?: Value<Name> | undefined;
};

/** The element's properties by name. */
export type TagProperties = {
  [Name in PropertyName]?: Value<Name> | undefined;
};

/** An event of the tag, as a listener on the tag itself gets it. */
export type TagEvent<Type extends keyof DashboardEventMap> = DashboardEventMap[Type] & {
  readonly currentTarget: EmbeddedDashboardElement;
};

/** The tag's listeners, each named by the event after a prefix: `ondashboard-load` for `on`. */
export type TagListeners<Prefix extends string> = {
  [Type in keyof DashboardEventMap as `${Prefix}${Type}`]?:
    | ((event: TagEvent<Type>) => unknown)
    | null
    | undefined;
};
