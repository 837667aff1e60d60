export declare const browserArgs: readonly string[];
export declare const fewerProcesses: readonly string[];
export declare function findBrowser(): Promise<string>;
export declare function findHeadlessBrowser(): Promise<string>;
export declare function findFirefox(): string;
export declare function hasFirefox(): boolean;
export declare function startChromium<Browser>(launch: () => Promise<Browser>): Promise<Browser>;
