import { enlivenApiCode } from './api-code.ts';
import { confirmForms } from './confirm-form.ts';
import { enlivenKeptForms } from './kept-form.ts';
import { enlivenLists } from './list-search.ts';
import { enlivenSecretFields } from './secret-field.ts';
import { enlivenTabs } from './tabs.ts';
import { enlivenUnsavedDrafts } from './unsaved-drafts.ts';

confirmForms();
enlivenSecretFields();
enlivenTabs();
enlivenApiCode();
enlivenKeptForms();
enlivenLists();
enlivenUnsavedDrafts();
