/** A setting that cannot be used, or a place that is taken. The message is one line and holds no secret. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}

/** Turns an error of the file system, met in the folder of DATABASE_URL, into a {@link SettingError}. */
export function toFolderError(error: unknown): SettingError {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new SettingError('DATABASE_URL: the disk is full.');
  const place = path ? ` at ${path}` : '';
  return new SettingError(
    `DATABASE_URL: the folder cannot be used (${code ?? 'unknown'}${place}).`,
  );
}
