import {
  type ChosenTest,
  type FilterValues,
  findChoice,
  hasChoice,
  isChosenValue,
  type MarkChoice,
  type MarkFilter,
  type MarkValue,
  toOffered,
} from '../../tiles/mark-choice.ts';
import {
  EMPTY_MARK,
  FILTER_PREFIX,
  isChoiceValue,
  toFieldValue,
} from '../../dashboard/filter-value.ts';
import { findWhole, isCutList } from './choice-search.ts';
import { toFields } from './form-values.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** A form as it is now. */
export interface FormMarks {
  /**
   * Returns the choice of all values whose columns have filters. Returns `null` if the form does not offer one of them,
   * and `undefined` if no filter has the columns.
   */
  find: (values: readonly MarkValue[]) => MarkChoice | null | undefined;
  /** Returns whether the form has all values of a choice. */
  has: (choice: MarkChoice) => boolean;
  test: ChosenTest;
}

/** The choices of a form that marks offer. */
export class MarkChoices {
  readonly #form: HTMLFormElement;
  readonly #filters: readonly MarkFilter[];

  constructor(form: HTMLFormElement, filters: readonly MarkFilter[]) {
    this.#form = form;
    this.#filters = filters;
  }

  /**
   * Sets the values of a choice, or unsets them if all are set. A required filter keeps its value. First asks the server for
   * values that cut lists do not show.
   */
  toggle(choice: MarkChoice): void {
    if (choice.every((each) => this.#isShown(each))) this.#toggleShown(choice);
    else void this.#toggleFound(choice);
  }

  async #toggleFound(choice: MarkChoice): Promise<void> {
    const found = choice.map(async (each) => {
      const [parameter, value] = each;
      const text = value === EMPTY_MARK ? '' : value;
      const known = this.#isShown(each) ? value : await findWhole(this.#toList(parameter)!, text);
      return known === undefined ? [] : [[parameter, known] as const];
    });
    const all = (await Promise.all(found)).flat();
    // The form may have been made again meanwhile.
    if (all.length === choice.length && all.every((each) => this.#isShown(each))) {
      this.#toggleShown(all);
    }
  }

  #isShown([parameter, value]: MarkChoice[number]): boolean {
    const fields = this.#findFields(parameter);
    return !fields.some(isBox) || fields.some((field) => field.value === value);
  }

  /** Returns the element around the fields of a filter. */
  #toList(parameter: string): Element | null | undefined {
    return this.#findFields(parameter)[0]?.closest('[data-filter]');
  }

  #toggleShown(choice: MarkChoice): void {
    const isOn = !this.read().has(choice);
    for (const [parameter, value] of choice) {
      const fields = this.#findFields(parameter);
      if (isOn || canUnset(fields)) for (const field of fields) setField(field, value, isOn);
    }
    const [first] = this.#findFields(choice[0]![0]);
    first?.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Reads the form, so that many marks can be compared with it. */
  read(): FormMarks {
    const filters = this.#filters;
    const values = this.#readValues();
    return {
      find: (marks) => {
        const choices = marks.map((mark) => findChoice(mark, filters, values));
        const bound = choices.filter((choice) => choice !== undefined);
        if (bound.length === 0) return undefined;
        return bound.includes(null) ? null : bound.flatMap((choice) => choice ?? []);
      },
      has: (choice) => hasChoice(choice, values),
      test: (mark) => isChosenValue(mark, filters, values),
    };
  }

  #readValues(): FilterValues {
    let values: [name: string, value: string][] | undefined;
    const lists = new Map<string, ReadonlyMap<string, string>>();
    return {
      get: (parameter) => {
        // The pointer over a mark only asks what the form offers.
        values ??= toFields(this.#form).filter(([, value]) => value !== '');
        return values
          .filter(([name]) => name === FILTER_PREFIX + parameter)
          .map(([, value]) => value);
      },
      offer: (parameter, text) => {
        const fields = this.#findFields(parameter);
        const [first] = fields;
        if (!first) return undefined;
        if (isInput(first)) return toAccepted(first, text);
        const list = lists.get(parameter) ?? toOffered(toChoices(fields));
        lists.set(parameter, list);
        const value = toFieldValue(text);
        const isFound = isChoiceValue(text) && isCutList(first.closest('[data-filter]')!);
        return list.get(value) || (isFound ? value : undefined);
      },
    };
  }

  #findFields(parameter: string): Field[] {
    return [
      ...this.#form.querySelectorAll<Field>(
        `[name="${FILTER_PREFIX}${parameter}"]:not([type=hidden])`,
      ),
    ];
  }
}

const isBox = ({ type }: Field): boolean => type === 'checkbox' || type === 'radio';

/** Returns whether a field accepts any value of its kind. */
function isInput(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && !isBox(field);
}

function toAccepted(field: HTMLInputElement, text: string): string | undefined {
  const probe = field.cloneNode() as HTMLInputElement;
  probe.value = text;
  // A field of numbers is empty for a text.
  return probe.checkValidity() ? probe.value || undefined : undefined;
}

function toChoices(fields: readonly Field[]): { value: string; label: string }[] {
  return fields.flatMap((field) =>
    field instanceof HTMLSelectElement
      ? Array.from(field.options, ({ value, text }) => ({ value, label: text }))
      : { value: field.value, label: field.nextElementSibling?.textContent.trim() ?? '' },
  );
}

/** Returns whether fields can be without a value. */
function canUnset(fields: readonly Field[]): boolean {
  const [first] = fields;
  if (first?.type === 'checkbox') return true;
  if (first && isInput(first)) return !first.required;
  return toChoices(fields).some(({ value }) => value === '');
}

function setField(field: Field, value: string, isOn: boolean): void {
  const wanted = isOn ? value : '';
  if (!isBox(field)) field.value = wanted;
  else if (field.type === 'radio') field.checked = field.value === wanted;
  else if (field.value === value) (field as HTMLInputElement).checked = isOn;
}
