import { LRUCache } from 'lru-cache';

/** The limits of a cache. Sizes are in the unit of `sizeOf`. */
interface CacheLimits<Value> {
  maxSize: number;
  /** Larger values are not kept. */
  maxEntrySize: number;
  sizeOf: (value: Value, key: string) => number;
  /** The time in milliseconds for which a value is kept. */
  keptMs: number;
}

/** Creates a cache that keeps values for a short time, and of too many the latest ones. */
export function createShortCache<Value extends object>({
  maxSize,
  maxEntrySize,
  sizeOf,
  keptMs,
}: CacheLimits<Value>): LRUCache<string, Value> {
  return new LRUCache<string, Value>({
    maxSize,
    maxEntrySize,
    sizeCalculation: sizeOf,
    ttl: keptMs,
    // The memory of old values is released even if nobody reads.
    ttlAutopurge: true,
    ttlResolution: 0,
    // A clock that is set back must not make values last longer.
    perf: { now: () => performance.now() },
  });
}
