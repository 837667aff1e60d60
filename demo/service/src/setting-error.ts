/** A setting that cannot be used, or a place that is taken. The message is one line and holds no secret. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}
