import { choosePort } from '../support/on-free-port.mjs';

/** Returns different ports that are free on loopback. The configurations of several programs name each of them. */
export async function choosePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await choosePort());
  return [...ports];
}
