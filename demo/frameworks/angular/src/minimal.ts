import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'embedded-dashboard';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <embedded-dashboard
      token-url="/dashboards/token"
      dashboard-guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
    />
  `,
})
export class App {}
