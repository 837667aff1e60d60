import { onAct } from './on-act.ts';
import { postJson } from './post-json.ts';

/** Activates the buttons that copy the API code and insert the key. */
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
        return 'The code now contains the API key. Keep it on your servers.';
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
