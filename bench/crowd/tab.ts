import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type CDPSession, TargetType } from 'puppeteer-core';
import { browserArgs, findBrowser } from '../../test/support/browser.mjs';
import { sumScriptTime, type TraceEvent } from './script-time.ts';

/** The cost of a page in its own process so far. The frames are of another site and have another process. */
export interface Cost {
  /** Processor time of the main thread, in milliseconds: in total, and for style and layout. */
  taskMs: number;
  layoutMs: number;
  /** Processor time of the whole process, in milliseconds. */
  processMs: number;
  /** The number of wake-ups of the main thread; `null` if the system does not report it. */
  wakeUps: number | null;
}

/** The measurements of one visit, until all dashboards are on screen. */
export interface Visit {
  /** The times at which dashboards appeared on screen, in milliseconds since the navigation started. */
  arrivals: number[];
  /** Processor time in scripts, in milliseconds. */
  scriptMs: number;
  cost: Cost;
}

const SETTLE_MS = 1000;
const LONGEST_VISIT_MS = 300_000;

/**
 * The only tab of its own Chromium. The driver does as little as possible: anything that it injects into frames would
 * be measured, too.
 */
export class Tab implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #root: CDPSession;
  readonly #page: CDPSession;
  readonly #elsewhere: string;
  #processId = 0;

  private constructor(browser: Browser, root: CDPSession, page: CDPSession, elsewhere: string) {
    this.#browser = browser;
    this.#root = root;
    this.#page = page;
    this.#elsewhere = elsewhere;
  }

  /** `elsewhere` is a page of a site that is not visited. */
  static async open(elsewhere: string): Promise<Tab> {
    const browser = await puppeteer.launch({
      executablePath: await findBrowser(),
      args: [...browserArgs, '--disable-features=BackForwardCache'],
      targetFilter: (target) => target.type() === TargetType.BROWSER,
      waitForInitialPage: false,
    });
    const root = await browser.target().createCDPSession();
    const { targetInfos } = await root.send('Target.getTargets');
    const page = await root
      .connection()!
      .createSession(targetInfos.find(({ type }) => type === 'page')!);
    // Use processor time, which other processes do not affect.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Tab(browser, root, page, elsewhere);
  }

  get version(): Promise<string> {
    return this.#browser.version().then((version) => version.replace(/.*\//, 'Chromium '));
  }

  /** Opens a page in a new process. Waits until `count` dashboards are on screen, and then for one second. */
  async visit(url: string, count: number): Promise<Visit> {
    await this.#goTo(this.#elsewhere);
    const events: TraceEvent[] = [];
    const collect = ({ value }: { value: unknown[] }): number =>
      events.push(...(value as TraceEvent[]));
    this.#root.on('Tracing.dataCollected', collect);
    await this.#root.send('Tracing.start', {
      traceConfig: { includedCategories: ['v8', 'v8.execute'] },
    });
    await this.#goTo(url);
    await this.#until(`arrivals.length >= ${count}`);
    await wait(SETTLE_MS);
    const complete = new Promise((resolve) => {
      this.#root.once('Tracing.tracingComplete', resolve);
    });
    await this.#root.send('Tracing.end');
    await complete;
    this.#root.off('Tracing.dataCollected', collect);
    const { processId, scriptMs } = sumScriptTime(events, url);
    this.#processId = processId;
    return { arrivals: await this.read('arrivals'), scriptMs, cost: await this.cost() };
  }

  /** Returns the cost of the page since it was opened. */
  async cost(): Promise<Cost> {
    const { processInfo } = await this.#root.send('SystemInfo.getProcessInfo');
    const ownProcess = processInfo.find(({ id }) => id === this.#processId);
    const metrics = await this.#metrics();
    return {
      taskMs: metrics['TaskDuration']! * 1000,
      layoutMs: (metrics['LayoutDuration']! + metrics['RecalcStyleDuration']!) * 1000,
      processMs: (ownProcess?.cpuTime ?? NaN) * 1000,
      wakeUps: countSwitches(this.#processId),
    };
  }

  /** Returns the JavaScript heap of the page in bytes, after a garbage collection. */
  async heapBytes(): Promise<number> {
    for (let round = 0; round < 3; round += 1) await this.#page.send('HeapProfiler.collectGarbage');
    return (await this.#metrics())['JSHeapUsedSize']!;
  }

  /** Returns the value of an expression in the page. */
  async read<Value>(expression: string): Promise<Value> {
    const { result } = await this.#page.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    return result.value as Value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }

  async #goTo(url: string): Promise<void> {
    await this.#page.send('Page.navigate', { url });
    await this.#until(`location.href === ${JSON.stringify(new URL(url).href)}`);
  }

  async #until(expression: string): Promise<void> {
    const endsAt = Date.now() + LONGEST_VISIT_MS;
    while (!(await this.read<boolean>(expression))) {
      if (Date.now() > endsAt) throw new Error(`Timed out while waiting for: ${expression}`);
      await wait(100);
    }
  }

  async #metrics(): Promise<Record<string, number>> {
    const { metrics } = await this.#page.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  }
}

/** Returns the voluntary context switches of the main thread, which has the id of its process. */
function countSwitches(processId: number): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)![1]);
}
