import { useEffect, useRef, useState } from 'preact/hooks';
import type { Preview } from './preview.ts';

/** The dashboard as its readers will see it. */
export function PreviewPane({ preview }: { preview: Preview }) {
  const { html, isWaiting, trouble, tryAgain } = preview;
  return (
    <section class="preview" aria-labelledby="preview" aria-busy={isWaiting}>
      <div class="preview-head">
        <h2 id="preview">Preview</h2>
        <span class={isWaiting ? 'waiting' : 'waiting over'} aria-hidden="true">
          Updating…
        </span>
        <span role="status" class="problem">
          {trouble}
        </span>
        {trouble && (
          <button type="button" class="plain small" onClick={tryAgain}>
            Try again
          </button>
        )}
      </div>
      <div class="screen">
        {html ? (
          <Frames html={html} />
        ) : (
          <p class="hint">It shows here once there are a title, data and a tile.</p>
        )}
      </div>
    </section>
  );
}

/** The new page loads behind the one that is seen, so that nothing flashes. */
function Frames({ html }: { html: string }) {
  const [frames, setFrames] = useState<{ number: number; html: string }[]>([]);
  const count = useRef(0);
  useEffect(() => {
    count.current += 1;
    const next = { number: count.current, html };
    setFrames((old) => [...old.slice(0, 1), next]);
  }, [html]);
  const show = (number: number): void =>
    setFrames((old) => old.filter((frame) => frame.number >= number));
  return (
    <>
      {frames.map((frame, place) => (
        <iframe
          key={frame.number}
          title="Preview of the dashboard"
          sandbox="allow-scripts"
          srcdoc={frame.html}
          inert={place > 0}
          onLoad={() => show(frame.number)}
        />
      ))}
    </>
  );
}
