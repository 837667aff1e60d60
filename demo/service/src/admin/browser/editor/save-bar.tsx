import type { Kept, SaveState } from './saving.ts';
import { Sharing } from './sharing.tsx';

/** What is edited, whether it is saved, and who may see it. */
export function SaveBar({
  title,
  company,
  kept,
  accessible,
  state,
  isChanged,
  trouble,
  onTrouble,
  onSave,
  onReload,
}: {
  title: string;
  company: string;
  kept: Kept;
  /** Whether it was accessible in API when the editor began. */
  accessible: boolean;
  state: SaveState;
  isChanged: boolean;
  /** What else did not work. */
  trouble: string;
  onTrouble: (message: string) => void;
  /** Saves over a version: the own one, or another author's. */
  onSave: (over?: number) => void;
  onReload: () => void;
}) {
  const { kind, message, theirVersion } = state;
  const isSettled = kind === 'none' || kind === 'saved';
  const status = isSettled && isChanged ? 'Unsaved changes' : message;
  return (
    <header class="save-bar">
      <div class="what">
        <h1>{title || 'New dashboard'}</h1>
        <p>{company}</p>
      </div>
      <div class="acts">
        <Sharing
          key={kept.guid}
          guid={kept.version > 0 ? kept.guid : null}
          start={accessible}
          onTrouble={onTrouble}
        />
        <span role="status" class={kind === 'failed' || trouble ? 'status problem' : 'status'}>
          {trouble || status}
        </span>
        {theirVersion !== null && (
          <span class="choice">
            <button type="button" class="plain" onClick={onReload}>
              Load theirs
            </button>
            <button type="button" class="plain" onClick={() => onSave(theirVersion)}>
              Overwrite it
            </button>
          </span>
        )}
        <a class="to-preview" href="#preview">
          Preview
        </a>
        <button type="button" aria-disabled={kind === 'saving'} onClick={() => onSave()}>
          Save
        </button>
      </div>
    </header>
  );
}
