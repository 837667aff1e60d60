import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useHasProblem } from './problems.ts';

/** A part of the draft in a list: folded to one line, or open. */
export function Item({
  path,
  title,
  kind,
  isOpen,
  buttons,
  children,
}: {
  path: string;
  title: string;
  kind: string;
  /** How it begins; from then on it is up to the author. */
  isOpen: boolean;
  buttons: ComponentChildren;
  children: ComponentChildren;
}) {
  const [wasOpen] = useState(isOpen);
  const hasProblem = useHasProblem(path);
  return (
    <li>
      <details class="item" open={wasOpen}>
        <summary>
          <span class="name">{title}</span>
          {hasProblem && <span class="flag">needs a look</span>}
          <span class="kind">{kind}</span>
        </summary>
        <div class="fields">{children}</div>
        <div class="buttons">{buttons}</div>
      </details>
    </li>
  );
}

/** Move an item up or down its list. */
export function MoveButtons({
  path,
  name,
  isFirst,
  isLast,
  onMove,
}: {
  path: string;
  /** What the buttons act on, for whoever hears them. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
}) {
  return (
    <>
      <button
        type="button"
        class="plain small"
        id={`${path}-up`}
        disabled={isFirst}
        aria-label={`Move ${name} up`}
        onClick={() => onMove(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="plain small"
        id={`${path}-down`}
        disabled={isLast}
        aria-label={`Move ${name} down`}
        onClick={() => onMove(1)}
      >
        ↓
      </button>
    </>
  );
}

/** Takes an item out of its list. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" class="plain small" aria-label={`Remove ${name}`} onClick={onRemove}>
      Remove
    </button>
  );
}
