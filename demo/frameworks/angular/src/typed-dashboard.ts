import { Directive, effect, ElementRef, inject, input } from '@angular/core';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';

/** Types the properties that templates bind, because Angular does not know those of custom elements. */
@Directive({ selector: 'embedded-dashboard' })
export class TypedDashboard {
  readonly theme = input<EmbeddedDashboardElement['theme']>(null);
  readonly label = input<EmbeddedDashboardElement['label']>(null);
  readonly headers = input<EmbeddedDashboardElement['headers']>(null);
  readonly parameters = input<EmbeddedDashboardElement['parameters']>(null);

  constructor() {
    const dashboard = inject<ElementRef<EmbeddedDashboardElement>>(ElementRef).nativeElement;
    effect(() => {
      dashboard.theme = this.theme();
      dashboard.label = this.label();
      dashboard.headers = this.headers();
      dashboard.parameters = this.parameters();
    });
  }
}
