/** An event of the element. It bubbles, and crosses the shadow roots around the element. */
export class DashboardEvent extends Event {
  /** `fields` become read-only properties, so that no listener can change them for the next one. */
  constructor(type: string, fields: object) {
    super(type, { bubbles: true, composed: true });
    for (const [name, value] of Object.entries(fields)) {
      Object.defineProperty(this, name, { value, enumerable: true });
    }
  }
}
