import { enlivenApiCode } from './api-code.ts';
import { enlivenCopyFields } from './copy-field.ts';
import { enlivenKeptForms } from './kept-form.ts';
import { enlivenLists } from './list-search.ts';
import { enlivenSecretFields } from './secret-field.ts';
import { enlivenTabs } from './tabs.ts';
import { enlivenUnsavedDrafts } from './unsaved-drafts.ts';
import { enlivenView } from './view.ts';

confirmForms();
enlivenSecretFields();
enlivenTabs();
enlivenApiCode();
enlivenKeptForms();
enlivenLists();
enlivenUnsavedDrafts();
enlivenView();
enlivenCopyFields();

/** Asks for confirmation before a form with `data-confirm` is sent. */
function confirmForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-confirm]')) {
    form.addEventListener('submit', (event) => {
      const question = form.dataset.confirm;
      if (question && !confirm(question)) event.preventDefault();
    });
  }
}
