import type { ComponentChildren } from 'preact';
import { ProblemNote } from './field.tsx';
import { toFieldId, useProblem } from './problems.ts';

/** Stands below a list and adds to it; above it, what is wrong with the list itself. */
export function AddButton({
  path,
  look = 'plain',
  onAdd,
  children,
}: {
  /** Of the list. */
  path: string;
  look?: string;
  onAdd: () => void;
  children: ComponentChildren;
}) {
  const problem = useProblem(path);
  return (
    <>
      <ProblemNote path={path} />
      <button
        type="button"
        class={look}
        id={`${path}-add`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${toFieldId(path)}-problem` : undefined}
        onClick={onAdd}
      >
        {children}
      </button>
    </>
  );
}
