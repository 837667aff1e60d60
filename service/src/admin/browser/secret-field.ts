import { onAct } from './on-act.ts';
import { postJson } from './post-json.ts';

/** Activates the buttons that reveal a secret, hide it again, or copy it without showing it. */
export function enlivenSecretFields(): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    onAct(field, {
      copy: async () => {
        await navigator.clipboard.writeText(await fetchSecret(field));
        return 'Copied';
      },
      reveal: async (button) => {
        await toggle(field, button);
        return '';
      },
    });
  }
}

async function toggle(field: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const shown = button.getAttribute('aria-pressed') === 'true';
  const input = field.querySelector('input')!;
  input.value = shown ? input.defaultValue : await fetchSecret(field);
  button.setAttribute('aria-pressed', String(!shown));
  button.textContent = shown ? 'Reveal' : 'Hide';
}

async function fetchSecret(field: HTMLElement): Promise<string> {
  return (await postJson<{ apiKey: string }>(field.dataset.reveal!)).apiKey;
}
