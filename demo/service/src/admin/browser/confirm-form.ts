/** Asks before a form is sent that says so. */
export function confirmForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-confirm]')) {
    form.addEventListener('submit', (event) => {
      const question = form.dataset.confirm;
      if (question && !confirm(question)) event.preventDefault();
    });
  }
}
