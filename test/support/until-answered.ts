import type { ChildProcess } from 'node:child_process';

/** Sends the call until a server answers it. Returns false if the server's process ends before. */
export async function untilAnswered(
  server: ChildProcess,
  url: string,
  call: RequestInit = {},
): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const hasAnswered = await fetch(url, call).then(
      () => true,
      () => false,
    );
    if (hasAnswered) return true;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return false;
}
