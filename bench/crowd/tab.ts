import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type CDPSession, TargetType } from 'puppeteer-core';
import { browserArgs, findBrowser } from '../../test/support/browser.mjs';
import { sumScriptTime, type TraceEvent } from './script-time.ts';

/** What a page has cost its own process so far; the frames, of another site, have another one. */
export interface Cost {
  /** Processor time of the main thread, in milliseconds: all of it, and style and layout. */
  taskMs: number;
  layoutMs: number;
  /** Processor time of the whole process, in milliseconds. */
  processMs: number;
  /** How often the main thread was woken from its sleep; `null` where the system does not tell. */
  wakeUps: number | null;
}

/** How a page came to show all that it has to. */
export interface Visit {
  /** Milliseconds since the page was asked for, as each dashboard came on screen. */
  arrivals: number[];
  /** Processor time in scripts, in milliseconds. */
  scriptMs: number;
  cost: Cost;
}

const SETTLE_MS = 1000;
const LONGEST_VISIT_MS = 300_000;

/**
 * One tab of a Chromium of its own. It is driven with as little as can be: what drivers put into each
 * frame would be measured, too.
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

  /** `elsewhere` is a page of another site than those to be visited. */
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
    // Processor time, which other processes cannot lengthen.
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Tab(browser, root, page, elsewhere);
  }

  get version(): Promise<string> {
    return this.#browser.version().then((version) => version.replace(/.*\//, 'Chromium '));
  }

  /** Opens a page in a process of its own, and waits for so many dashboards and then a second. */
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

  /** What the page has cost since it was opened. */
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

  /** The page's own JavaScript memory, in bytes, after a collection. */
  async heapBytes(): Promise<number> {
    for (let round = 0; round < 3; round += 1) await this.#page.send('HeapProfiler.collectGarbage');
    return (await this.#metrics())['JSHeapUsedSize']!;
  }

  /** The value of an expression in the page. */
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
      if (Date.now() > endsAt) throw new Error(`The page has never come to: ${expression}`);
      await wait(100);
    }
  }

  async #metrics(): Promise<Record<string, number>> {
    const { metrics } = await this.#page.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  }
}

/** The main thread has the number of its process. */
function countSwitches(processId: number): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)![1]);
}
