/** What a button with this `data-act` does; an error's message is for the reader, and so is what it answers. */
type Acts = Record<string, (button: HTMLButtonElement) => Promise<string>>;

/** Lets the buttons in a box act, and its status tell what came of it. */
export function onAct(box: HTMLElement, acts: Acts): void {
  box.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-act]');
    const act = acts[button?.dataset.act ?? ''];
    if (button && act) void tell(box.querySelector('[role=status]')!, act(button));
  });
}

async function tell(status: Element, done: Promise<string>): Promise<void> {
  status.textContent = '';
  status.textContent = await done.catch(({ message }: Error) => message);
}
