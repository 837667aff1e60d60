/** A fault of any call: it answers 500, is late by {@link Faults.slowMs}, or never answers. */
export type CallFault = 'error' | 'slow' | 'hang';

/**
 * A fault of `/Tdb/{token}`. In addition to {@link CallFault}: an empty page, no page at all (204), a page that cannot be
 * framed, or one with a tile that is late by {@link Faults.slowMs}.
 */
export type PageFault = CallFault | 'blank' | 'no-content' | 'refuse-frames' | 'slow-tile';

/** The faults to simulate, for tests of host applications. Default: none. */
export interface Faults {
  getToken?: CallFault;
  tdb?: PageFault;
  logout?: CallFault;
  /** The delay of a slow call or tile, in milliseconds. Default: 3,000. */
  slowMs?: number;
}

/** A call that can be made to fail. */
export type FaultyCall = Exclude<keyof Faults, 'slowMs'>;
