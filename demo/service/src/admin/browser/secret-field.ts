import { postJson } from './post-json.ts';

const MASK = '••••••••••••••••';

/** Lets secrets be revealed, hidden again, and copied without being shown. */
export function enlivenSecretFields(): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    field.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLButtonElement>('button[data-act]');
      if (button) void act(field, button);
    });
  }
}

async function act(field: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const status = field.querySelector('[role=status]')!;
  status.textContent = '';
  try {
    if (button.dataset.act === 'copy') {
      await navigator.clipboard.writeText(await fetchSecret(field));
      status.textContent = 'Copied';
    } else {
      await toggle(field, button);
    }
  } catch (error) {
    status.textContent = (error as Error).message;
  }
}

async function toggle(field: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const shown = button.getAttribute('aria-pressed') === 'true';
  field.querySelector('input')!.value = shown ? MASK : await fetchSecret(field);
  button.setAttribute('aria-pressed', String(!shown));
  button.textContent = shown ? 'Reveal' : 'Hide';
}

async function fetchSecret(field: HTMLElement): Promise<string> {
  return (await postJson<{ apiKey: string }>(field.dataset.reveal!)).apiKey;
}
