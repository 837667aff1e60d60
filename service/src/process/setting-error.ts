/** A setting that cannot be used, or a port or folder that is in use. The message is one line without any secret. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}

/** Turns a file system error in the folder of DATABASE_URL into a {@link SettingError}. */
export function toFolderError(error: unknown): SettingError {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new SettingError('DATABASE_URL: the disk is full.');
  const place = path ? ` at ${path}` : '';
  return new SettingError(
    `DATABASE_URL: the folder cannot be used (${code ?? 'unknown'}${place}).`,
  );
}
