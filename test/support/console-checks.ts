/** The warnings for developers so far: each appears once per page. */
export const warnings: string[] = [];
const complaints: unknown[][] = [];

console.error = (...complaint: unknown[]) => complaints.push(complaint);
console.warn = (message: string) => warnings.push(message);

/** Throws if the test has caused an error message on the console. */
export function checkConsole(): void {
  const [complaint] = complaints.splice(0);
  if (complaint) throw new Error(`console.error: ${complaint.join(' ')}`);
}
