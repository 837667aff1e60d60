// The CDN file registers the tag and leaves no name on the page.
import './index.ts';
