/** The actions of buttons by their `data-act`. The status shows the returned text, or the message of an error. */
type Acts = Record<string, (button: HTMLButtonElement) => Promise<string>>;

/** Runs the actions of the buttons in a box, and shows their results in its status. */
export function onAct(box: HTMLElement, acts: Acts): void {
  box.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-act]');
    const act = acts[button?.dataset.act ?? ''];
    if (button && act) void report(box.querySelector('[role=status]')!, act(button));
  });
}

async function report(status: Element, done: Promise<string>): Promise<void> {
  status.textContent = '';
  status.textContent = await done.catch(({ message }: Error) => message);
}
