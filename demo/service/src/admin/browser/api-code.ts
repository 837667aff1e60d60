import { postJson } from './post-json.ts';

/** Lets the API code be copied, and the key be put into it. */
export function enlivenApiCode(): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-code]')) {
    section.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLButtonElement>('button[data-act]');
      if (button) void act(section, button);
    });
  }
}

async function act(section: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const status = section.querySelector('[role=status]')!;
  status.textContent = '';
  try {
    if (button.dataset.act === 'copy-code') {
      const code = button.closest('figure')!.querySelector('code')!;
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
    } else {
      await revealCode(section);
      button.disabled = true;
      status.textContent = 'The code holds the API key now: keep it on your servers.';
    }
  } catch (error) {
    status.textContent = (error as Error).message;
  }
}

async function revealCode(section: HTMLElement): Promise<void> {
  const { code } = await postJson<{ code: string[] }>(section.dataset.code!);
  for (const [index, block] of [...section.querySelectorAll('code')].entries()) {
    block.textContent = code[index]!;
  }
}
