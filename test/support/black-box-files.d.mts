export function findBlackBoxes(files: string[]): Promise<Set<string>>;
