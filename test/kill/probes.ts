import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Caller, toFailure } from './caller.ts';
import type { LiveNote, RunNotes } from './notes.ts';
import type { Stack } from './stack.ts';

/** The pause between two direct writes to the database, and between two questions, in milliseconds. */
const WRITE_PAUSE_MS = 200;
const LIVE_PAUSE_MS = 1000;
/** A node that has not answered for so long gets another connection. */
const SILENCE_MS = 5000;

/** Something that watches until it is stopped. */
interface Watch {
  stop: () => Promise<void>;
}

/** Runs `look` for each item again and again until the watch is stopped. */
function watchEach<Item>(
  items: readonly Item[],
  pauseMs: number,
  look: (item: Item) => Promise<void>,
): Watch {
  const over = new AbortController();
  const watching = items.map(async (item) => {
    while (!over.signal.aborted) {
      await look(item);
      await wait(pauseMs, null, { signal: over.signal }).catch(() => {});
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(watching);
    },
  };
}

/**
 * Writes to each node of the database directly, as long as it is the primary. So the notes say from when on the database
 * took writes again, without the service and its proxies.
 */
export function watchWrites({ database }: Stack, notes: RunNotes['writes']): Watch {
  const nodes = database.nodes.map((node) => ({
    address: database.addressOf(node as never, 'postgres'),
    client: null as pg.Client | null,
  }));
  return watchEach(nodes, WRITE_PAUSE_MS, async (node) => {
    try {
      node.client ??= await connect(node.address);
      const from = performance.now();
      await node.client.query('INSERT INTO writes DEFAULT VALUES');
      notes.push({ from, to: performance.now() });
    } catch (error) {
      // A standby is asked again over the same connection.
      if ((error as { code?: string }).code === '25006') return;
      node.client?.connection.stream.destroy();
      node.client = null;
    }
  });
}

async function connect(connectionString: string): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: SILENCE_MS, query_timeout: SILENCE_MS };
  const client = new pg.Client({ connectionString, ...limits });
  // The server may be killed.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Asks each process of the service for `/live`. An answer counts if the process ran before and after the question. */
export function watchLive({ services }: Stack, notes: LiveNote[]): Watch {
  const processes = services.processes.map((process, index) => ({
    process,
    caller: new Caller(`http://127.0.0.1:${services.ports[index]}`),
  }));
  return watchEach(processes, LIVE_PAUSE_MS, async ({ process, caller }) => {
    if (!process.isReady) return;
    const { pid } = process;
    const at = performance.now();
    const result = await caller.send('/live').then(({ status }) => String(status), toFailure);
    const isSame = process.isReady && process.pid === pid;
    if (isSame && result !== '200') notes.push({ process: process.name, at, result });
  });
}
