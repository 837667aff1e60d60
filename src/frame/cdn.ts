// The CDN file listens, and leaves no name on the page.
import './index.ts';
