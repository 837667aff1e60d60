import { itIsAccessible, LANGUAGES, LOOKS, resetLanguage } from './accessible-looks.ts';
import { STATUSES } from './status-stage.ts';

afterEach(resetLanguage);

for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
  for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]) {
    for (const status of STATUSES) itIsAccessible(look, language, status);
  }
}
