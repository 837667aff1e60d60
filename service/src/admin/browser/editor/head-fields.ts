import { html } from 'lit';
import { checkField } from './fields/check-field.ts';
import type { DraftPart } from './model/draft-part.ts';
import type { EditedDraft } from './model/edited-draft.ts';
import { selectField } from './fields/select-field.ts';
import { textField } from './fields/text-field.ts';
import { CURRENCIES } from './model/value-formats.ts';

/** Renders the fields for the title, the subtitle, the currency, the language and the downloads of the dashboard. */
export function headFields(draft: DraftPart<EditedDraft>): unknown {
  const locale = draft.field('locale', draft.value.locale ?? '', (text) =>
    draft.merge({ locale: text.trim() || undefined }),
  );
  return html`<section aria-label="Dashboard">
    ${textField(draft.at('title'), { label: 'Title' })}
    <details class="more">
      <summary>Subtitle, currency, language and downloads</summary>
      <div class="more-fields">
        ${textField(draft.at('subtitle'), { label: 'Subtitle' })}
        ${selectField(draft.at('currency'), { label: 'Currency', choices: CURRENCIES })}
        ${textField(locale, {
          label: 'Language',
          hint: 'A tag such as de or pt-BR, for numbers, dates and fixed words. Leave empty for the service’s language.',
          isCode: true,
        })}
        ${checkField(
          'Readers can download rows and pictures',
          draft.value.downloads !== false,
          (isOn) => draft.merge({ downloads: isOn ? undefined : false }),
          { isSwitch: true },
        )}
      </div>
    </details>
  </section>`;
}
