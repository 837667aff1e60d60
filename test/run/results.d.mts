export interface Test {
  file: string;
  title: string;
}

/** The content of a result file. `command` runs one file alone. */
export interface Results {
  passed: number;
  failures: (Test & { command: string })[];
  skipped: Test[];
  files: { file: string; seconds: number }[];
}
