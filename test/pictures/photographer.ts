import type { Browser } from 'playwright-core';

/** Takes some of the pictures. `toPath` returns the file of a picture's name. */
export type Photographer = (browser: Browser, toPath: (name: string) => string) => Promise<void>;
