export declare function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T>;
