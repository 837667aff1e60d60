import 'embedded-dashboard';
import './sales-page.js';
