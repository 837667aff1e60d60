import { callJson } from './post-json.ts';

/** Sends forms with `data-kept` without leaving the page, so that a refused form keeps its input. */
export function enlivenKeptForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-kept]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const alert = form.querySelector('[role=alert]')!;
  const button = form.querySelector('button')!;
  // `aria-disabled`, because a disabled button would lose the focus.
  if (button.ariaDisabled === 'true') return;
  const text = button.textContent;
  button.ariaDisabled = 'true';
  button.textContent = button.dataset.busy!;
  alert.textContent = '';
  const fields = [...new FormData(form)] as [string, string][];
  try {
    await callJson(form.action, { method: 'POST', body: new URLSearchParams(fields) });
    location.reload();
  } catch (error) {
    alert.textContent = (error as Error).message;
    button.ariaDisabled = null;
    button.textContent = text;
  }
}
