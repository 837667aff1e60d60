/** Asks for confirmation before a form with `data-confirm` is sent. */
export function confirmForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-confirm]')) {
    form.addEventListener('submit', (event) => {
      const question = form.dataset.confirm;
      if (question && !confirm(question)) event.preventDefault();
    });
  }
}
