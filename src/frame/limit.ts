/** Notes an event in `times`. Returns `false` if `most` of them have happened in the last `ms` milliseconds. */
export function allows(times: number[], most: number, ms: number): boolean {
  const at = performance.now();
  while (times[0]! < at - ms) times.shift();
  return times.length < most && times.push(at) > 0;
}
