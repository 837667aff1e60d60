/** Whether this code runs from the published package, not from its sources. */
export const IS_COMPILED = import.meta.url.endsWith('.js');
