import type { CategoryFormat } from '../../dashboard/value-style.ts';
import type { MarkFilter } from '../mark-filters.ts';
import { toDays } from '../periods.ts';
import { toText } from '../value-formatter.ts';
import { PREFIX } from './form-values.ts';

/** A value of a column that a mark has. `format`: the period of a date. */
export interface MarkValue {
  column: string;
  value: unknown;
  format?: CategoryFormat | undefined;
}

/** The values that a click on a mark gives to filters. */
export type MarkChoice = readonly (readonly [parameter: string, value: string])[];

type Field = HTMLInputElement | HTMLSelectElement;

/** The choices of a form that marks offer. */
export class MarkChoices {
  readonly #form: HTMLFormElement;
  readonly #filters: readonly MarkFilter[];

  constructor(form: HTMLFormElement, filters: readonly MarkFilter[]) {
    this.#form = form;
    this.#filters = filters;
  }

  /**
   * Returns the choice of the first value whose column a filter has. Returns `null` if the form does not offer the
   * value, and `undefined` if no filter has the columns.
   */
  find(values: readonly MarkValue[]): MarkChoice | null | undefined {
    for (const value of values) {
      const filter = this.#filters.find(({ column }) => column === value.column.toLowerCase());
      if (filter) return this.#toChoice(filter, value);
    }
    return undefined;
  }

  /** Returns whether the form has all values of a choice. */
  has(choice: MarkChoice): boolean {
    const fields = new FormData(this.#form);
    return choice.every(([parameter, value]) => fields.getAll(PREFIX + parameter).includes(value));
  }

  /** Sets the values of a choice, or unsets them if all are set. A required filter keeps its value. */
  toggle(choice: MarkChoice): void {
    const isOn = !this.has(choice);
    for (const [parameter, value] of choice) {
      const fields = this.#findFields(parameter);
      if (isOn || canUnset(fields)) for (const field of fields) setField(field, value, isOn);
    }
    const [first] = this.#findFields(choice[0]![0]);
    first?.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #toChoice(filter: MarkFilter, { value, format }: MarkValue): MarkChoice | null {
    const { parameter, end, isDate } = filter;
    if (value === null || value === undefined) return null;
    if (!isDate) return this.#toOffered(parameter, toText(value));
    const days = format ? toDays(toText(value), format) : null;
    if (!days) return null;
    const [from, to] = days;
    if (end === undefined) return from === to ? [[parameter, from]] : null;
    return [
      [parameter, from],
      [end, to],
    ];
  }

  #toOffered(parameter: string, text: string): MarkChoice | null {
    const offered = findOffered(this.#findFields(parameter), text);
    return offered ? [[parameter, offered]] : null;
  }

  #findFields(parameter: string): Field[] {
    return [
      ...this.#form.querySelectorAll<Field>(`[name="${PREFIX}${parameter}"]:not([type=hidden])`),
    ];
  }
}

const isBox = ({ type }: Field): boolean => type === 'checkbox' || type === 'radio';

/** Returns the value that fields offer for a text: a value of a list, or the only one with this label. */
function findOffered(fields: readonly Field[], text: string): string | undefined {
  const [first] = fields;
  if (!first) return undefined;
  if (first instanceof HTMLInputElement && !isBox(first)) {
    const probe = first.cloneNode() as HTMLInputElement;
    probe.value = text;
    return probe.checkValidity() ? probe.value : undefined;
  }
  const choices = toChoices(fields).filter(({ value }) => value !== '');
  const named = choices.filter(({ label }) => label === text);
  const own = choices.find(({ value }) => value === text);
  return own?.value ?? (named.length === 1 ? named[0]!.value : undefined);
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
  if (first instanceof HTMLInputElement && !isBox(first)) return !first.required;
  return toChoices(fields).some(({ value }) => value === '');
}

function setField(field: Field, value: string, isOn: boolean): void {
  const wanted = isOn ? value : '';
  if (!isBox(field)) field.value = wanted;
  else if (field.type === 'radio') field.checked = field.value === wanted;
  else if (field.value === value) (field as HTMLInputElement).checked = isOn;
}
