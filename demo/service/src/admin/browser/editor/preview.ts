import { useEffect, useRef, useState } from 'preact/hooks';
import type { DatasetColumns, DraftProblem } from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, PreviewAnswer } from '../../dashboards/editor-wire.ts';
import { postJson } from '../post-json.ts';

/** How long nobody types before the draft is tried, in milliseconds. */
const PAUSE_MS = 500;

/** What the draft looks like. */
export interface Preview {
  /** The last page that could be drawn; empty before the first. */
  html: string;
  /** By datasets: those that they brought last. */
  columns: Readonly<Record<string, DatasetColumns>>;
  isWaiting: boolean;
  /** Why nothing can be tried at all. */
  trouble: string;
  tryAgain: () => void;
}

/**
 * Tries the draft whenever it has changed and nobody types any more, or when asked to. Only the answer to the latest
 * draft counts.
 */
export function usePreview(
  url: string,
  call: Pick<DraftCall, 'draft' | 'parameters' | 'companyId' | 'version'>,
  onProblems: (problems: DraftProblem[]) => void,
): Preview {
  const [preview, setPreview] = useState<Omit<Preview, 'tryAgain'>>({
    html: '',
    columns: {},
    isWaiting: false,
    trouble: '',
  });
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const { draft, parameters } = call;
  const text = JSON.stringify([draft, parameters]);

  useEffect(() => {
    const pauseMs = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    const overtaken = new AbortController();
    const run = async (): Promise<void> => {
      setPreview((old) => ({ ...old, isWaiting: true }));
      try {
        const answer = await postJson<PreviewAnswer>(url, call, overtaken.signal);
        setPreview((old) => ({
          html: answer.html ?? old.html,
          columns: { ...old.columns, ...answer.columns },
          isWaiting: false,
          trouble: '',
        }));
        onProblems(answer.problems);
      } catch (error) {
        if (overtaken.signal.aborted) return;
        const trouble = (error as Error).message;
        setPreview((old) => ({ ...old, isWaiting: false, trouble }));
      }
    };
    const timer = setTimeout(() => void run(), pauseMs);
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [text, attempt]);

  return { ...preview, tryAgain: () => setAttempt((number) => number + 1) };
}
