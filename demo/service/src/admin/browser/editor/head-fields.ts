import { html } from 'lit';
import type { DraftPart } from './draft-part.ts';
import type { EditedDraft } from './edited-draft.ts';
import { selectField } from './select-field.ts';
import { textField } from './text-field.ts';
import { CURRENCIES } from './value-formats.ts';

/** The titles of the dashboard, its currency and its language. */
export function headFields(draft: DraftPart<EditedDraft>): unknown {
  const locale = draft.field('locale', draft.value.locale ?? '', (text) =>
    draft.merge({ locale: text.trim() || undefined }),
  );
  return html`<section aria-label="Dashboard">
    ${textField(draft.at('title'), { label: 'Title' })}
    <details class="more">
      <summary>Subtitle, currency and language</summary>
      <div class="more-fields">
        ${textField(draft.at('subtitle'), { label: 'Line below the title' })}
        ${selectField(draft.at('currency'), { label: 'Currency', choices: CURRENCIES })}
        ${textField(locale, {
          label: 'Language',
          hint: 'Of numbers, dates and fixed words: a tag such as de or pt-BR. Leave empty for the service’s language.',
          isCode: true,
        })}
      </div>
    </details>
  </section>`;
}
