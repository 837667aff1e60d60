import { bootstrapApplication } from '@angular/platform-browser';
import 'embedded-dashboard';
import { App } from './app';

await bootstrapApplication(App);
