import { useState } from 'preact/hooks';
import { postJson } from '../post-json.ts';

const ENDS = 'Everybody who has it open loses it: its tokens end at once. Turn it off?';

/** The sharing option 'Accessible in API', and the way to the code once it is on. */
export function Sharing({
  guid,
  start,
  onTrouble,
}: {
  /** `null` before the first save. */
  guid: string | null;
  start: boolean;
  onTrouble: (message: string) => void;
}) {
  const [isAccessible, setAccessible] = useState(start);
  const [isWaiting, setWaiting] = useState(false);

  const change = async (wanted: boolean, box: HTMLInputElement): Promise<void> => {
    box.checked = isAccessible;
    if (isWaiting || (!wanted && !confirm(ENDS))) return;
    setWaiting(true);
    onTrouble('');
    try {
      const answer = await postJson<{ accessible: boolean }>(`${guid}/share`, {
        accessible: wanted,
      });
      setAccessible(answer.accessible);
    } catch (error) {
      onTrouble((error as Error).message);
    }
    setWaiting(false);
  };

  return (
    <div class="sharing">
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={isAccessible}
          disabled={!guid}
          aria-describedby={guid ? undefined : 'sharing-hint'}
          onChange={({ currentTarget }) => void change(currentTarget.checked, currentTarget)}
        />
        Accessible in API
      </label>
      {!guid && (
        <span class="hint" id="sharing-hint">
          after the first save
        </span>
      )}
      {guid && isAccessible && <a href={`${guid}/api-code`}>API code</a>}
    </div>
  );
}
