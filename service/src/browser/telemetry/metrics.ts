/** Nobody reads metrics in a browser: there is no port. */
export class Metrics {
  readonly mediaType = 'text/plain';
  readonly report = (): void => {};

  async render(): Promise<string> {
    return '';
  }
}
