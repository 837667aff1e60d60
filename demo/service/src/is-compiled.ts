/** Whether this is the published package, and not its sources. */
export const IS_COMPILED = import.meta.url.endsWith('.js');
