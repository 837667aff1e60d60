import { onAct } from './on-act.ts';

/** Activates the buttons that copy the text of a field. */
export function enlivenCopyFields(): void {
  for (const field of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    onAct(field, {
      'copy-field': async () => {
        await navigator.clipboard.writeText(field.querySelector('input')!.value);
        return 'Copied';
      },
    });
  }
}
