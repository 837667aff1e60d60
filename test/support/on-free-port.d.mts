export declare function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T>;
export declare function choosePort(): Promise<number>;
