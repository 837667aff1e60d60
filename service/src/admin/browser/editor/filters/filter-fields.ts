import { html, nothing } from 'lit';
import type { Filter } from '../../../../dashboard/definition.ts';
import { toRangeEnd } from '../../../../dashboard/filter-problems.ts';
import { isList, toFilterKey } from '../../../../dashboard/filter-value.ts';
import type { Dialect } from '../../../../database/dialect.ts';
import { DIALECTS, findNames } from '../../../../database/dialects.ts';
import { checkField } from '../fields/check-field.ts';
import { choiceFields } from './choice-fields.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { findDraftSelects } from '../model/sql-parameter-names.ts';
import { defaultFields } from '../sql/filter-defaults.ts';
import { hasParameter } from '../sql/filter-parts.ts';
import { toKind } from '../sql/new-filter.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import type { SelectTools } from '../sql/select-fields.ts';
import { textField } from '../fields/text-field.ts';

type Kind = Filter['kind'];
type DateFilter = Extract<Filter, { kind: 'date' }>;

const KINDS: Choices<Kind> = [
  ['choice', 'Choice'],
  ['date', 'Date'],
  ['number', 'Number'],
  ['text', 'Text'],
];

/** Renders the fields of a filter. */
export function filterFields(
  list: DraftPart<Filter[]>,
  index: number,
  tools: SelectTools,
): unknown {
  const filter = list.at(index);
  const { value } = filter;
  const kind = filter.field('kind', value.kind, (chosen) =>
    filter.set(toKind(value, chosen, findDraftSelects(tools.draft.value))),
  );
  return html`<div class="pair">
      ${textField(
        filter.field('label', value.label, (label) => filter.set({ ...value, label })),
        { label: 'Label' },
      )}
      ${parameterField(list, index, tools)}
    </div>
    ${selectField(kind, { label: 'Kind', choices: KINDS, hint: toHint(value, list.value, tools) })}
    ${kindFields(list, index, tools)} ${columnField(filter)}
    <div class="checks">
      ${checkField('A value is required', value.required ?? false, (required) =>
        filter.set({ ...value, required: required || undefined }),
      )}
    </div>
    ${defaultFields(filter)}`;
}

/** The column that marks have, if it is not called as the parameter. */
function columnField(filter: DraftPart<Filter>): unknown {
  const { value } = filter;
  const part = filter.field('column', value.column ?? '', (column) =>
    filter.set({ ...value, column: column || undefined }),
  );
  return textField(part, {
    label: 'Column of clicks',
    placeholder: value.parameter,
    hint: 'A click on a bar, a slice, a point or a row with this column sets the filter.',
  });
}

function toHint(filter: Filter, filters: readonly Filter[], tools: SelectTools): string {
  const name = `:${filter.parameter}`;
  const { conditions } = findDialect(filter.parameter, tools);
  const example = conditions[toCondition(filter, filters)].replace('?', name);
  const written = example.replace(/^\w+/, 'your_column');
  return filter.required
    ? `In the SQL, write: ${written}`
    : `Without a value it is NULL. In the SQL, write: ${name} IS NULL OR ${written}`;
}

function toCondition(filter: Filter, filters: readonly Filter[]): keyof Dialect['conditions'] {
  if (isList(filter)) return 'list';
  const isEnd = filters.some((each) => toRangeEnd(each) === toFilterKey(filter));
  return filter.kind === 'date' && isEnd ? 'rangeEnd' : filter.kind;
}

/** Returns the dialect of the first dataset that uses a parameter. */
function findDialect(parameter: string, { draft, tablesOf }: SelectTools): Dialect {
  const name = parameter.toLowerCase();
  const dataset = draft.value.datasets.find(({ sql }) => findNames(sql).includes(name));
  return DIALECTS[tablesOf(dataset?.connection ?? '').dialect];
}

/** Offers the parameters that no other filter sets. */
function parameterField(
  list: DraftPart<Filter[]>,
  index: number,
  { parameters }: SelectTools,
): unknown {
  const filter = list.at(index);
  const { value } = filter;
  const free = parameters.filter((name) => !list.value.some((each) => hasParameter(each, name)));
  const isUsed = parameters.some((name) => hasParameter(value, name));
  const part = filter.field('parameter', value.parameter, (parameter) => {
    filter.set({ ...value, parameter });
    list.form.focus.moveTo(part.fieldId);
  });
  return selectField(part, {
    label: 'Parameter',
    choices: [value.parameter, ...free].map((name) => [name, name] as const),
    ...(!isUsed && { hint: 'No SQL uses this parameter.' }),
  });
}

function kindFields(list: DraftPart<Filter[]>, index: number, tools: SelectTools): unknown {
  const filter = list.at(index);
  if (filter.value.kind === 'choice') return choiceFields(filter.narrow(filter.value), tools);
  if (filter.value.kind === 'date') return rangeField(filter.narrow(filter.value), list.value);
  return nothing;
}

/** Offers the dates that can end a range which starts with this one. */
function rangeField(filter: DraftPart<DateFilter>, filters: readonly Filter[]): unknown {
  const dates = filters.filter(({ kind, parameter }) => {
    return kind === 'date' && parameter !== filter.value.parameter;
  });
  const { rangeEnd = '' } = filter.value;
  const end = filters.find((each) => hasParameter(each, rangeEnd))?.parameter ?? rangeEnd;
  const part = filter.field('rangeEnd', end, (name) =>
    filter.set({ ...filter.value, rangeEnd: name || undefined }),
  );
  return selectField(part, {
    label: 'Range to',
    choices: [
      ['', 'No range'],
      ...dates.map(({ parameter, label }) => [parameter, label] as const),
    ],
    hint: 'Another date that ends the range. Both fields are next to each other.',
  });
}
