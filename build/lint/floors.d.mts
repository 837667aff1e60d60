export const FLOORS: Record<string, string[][]>;
export function findFault(file: string, specifier: string): string | null;
declare const plugin: object;
export default plugin;
