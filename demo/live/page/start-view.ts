import { html, render } from 'lit';
import type { Progress } from '../server/load-files.ts';

const MEGABYTE = 1_000_000;
const COMMANDS = 'npm ci\nnpm start';

/** Shows the part of the files that has arrived. */
export function showProgress({ loaded, total }: Progress): void {
  const step = document.querySelector('#step');
  const bar = document.querySelector<HTMLProgressElement>('#start progress');
  if (!step || !bar) return;
  const left = (total - loaded) / MEGABYTE;
  bar.max = total;
  bar.value = loaded;
  step.textContent =
    loaded < total
      ? `Loading the database: ${left.toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB left.`
      : 'Starting the dashboard service.';
}

/** Shows how to start the demo in a browser that cannot run it. */
export function showUnsupported(): void {
  show(html`
    <h1>This window cannot run the live demo</h1>
    <p>
      The demo needs service workers, which this browser does not have, or not in a private window.
      Open it in another window, or run it on your machine:
    </p>
    <pre><code>${COMMANDS}</code></pre>
  `);
}

/** Shows the error of a demo that has not started. */
export function showFailure(reason: string): void {
  show(html`
    <h1>The live demo has not started</h1>
    <p role="alert">${reason}</p>
    <p>Reload this page to try again, or run the demo on your machine:</p>
    <pre><code>${COMMANDS}</code></pre>
  `);
}

function show(content: unknown): void {
  const main = document.querySelector<HTMLElement>('#start');
  if (!main) return;
  main.replaceChildren();
  render(content, main);
}
