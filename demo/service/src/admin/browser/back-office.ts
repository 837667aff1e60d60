import { confirmForms } from './confirm-form.ts';
import { enlivenSecretFields } from './secret-field.ts';

confirmForms();
enlivenSecretFields();
