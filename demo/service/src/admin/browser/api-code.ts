import { onAct } from './on-act.ts';
import { postJson } from './post-json.ts';

/** Lets the API code be copied, and the key be put into it. */
export function enlivenApiCode(): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-code]')) {
    onAct(section, {
      'copy-code': async (button) => {
        const code = button.closest('figure')!.querySelector('code')!;
        await navigator.clipboard.writeText(code.textContent);
        return 'Copied';
      },
      'reveal-code': async (button) => {
        await revealCode(section);
        button.disabled = true;
        return 'The code holds the API key now: keep it on your servers.';
      },
    });
  }
}

async function revealCode(section: HTMLElement): Promise<void> {
  const { code } = await postJson<{ code: string[] }>(section.dataset.code!);
  for (const [index, block] of [...section.querySelectorAll('code')].entries()) {
    block.textContent = code[index]!;
  }
}
