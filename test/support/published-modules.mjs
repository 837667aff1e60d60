/**
 * The modules of the package that pages load from a CDN, and the name of each file among the scripts of rendered pages.
 * @type {Record<string, string>}
 */
const PUBLISHED = {
  'src/index.ts': 'index.js',
  'src/frame/index.ts': 'frame.js',
  'src/page/index.ts': 'page.js',
};

/**
 * Whether pages can load a source file from a CDN. A language is a module there, too.
 * @param {string} file
 */
export function isPublished(file) {
  return file in PUBLISHED || file.startsWith('src/locales/');
}

/**
 * Answers the requests for the modules of the package with the published files. No other file of `src` is there, so a
 * test that needs one fails.
 */
export function publishedModules(context, next) {
  const file = context.path.slice(1);
  if (PUBLISHED[file]) context.path = `/rendered/published/${PUBLISHED[file]}`;
  else if (file.startsWith('src/') && !isPublished(file)) context.throw(404);
  return next();
}
