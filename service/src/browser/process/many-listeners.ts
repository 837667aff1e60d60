/** Browsers allow any number of listeners. */
export function allowManyListeners(): void {}
