export declare const browserArgs: readonly string[];
export declare function findBrowser(): Promise<string>;
