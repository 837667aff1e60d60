import type { LaterFocus } from './later-focus.ts';
import type { Problems } from './problems.ts';

/** The state of the form that every field needs. */
export interface FormState {
  problems: Problems;
  focus: LaterFocus;
  /** Notes that the author has left the field at a path. */
  leave: (path: string) => void;
}

/**
 * A part of the draft: its path, its value, and the method that changes it. Values are immutable: `set` replaces the
 * part and all its ancestors up to the draft.
 */
export class DraftPart<Value> {
  /** The path in the draft, such as `tiles.2.title`; empty for the draft itself. */
  readonly path: string;
  readonly value: Value;
  readonly form: FormState;
  readonly set: (value: Value) => void;

  constructor(path: string, value: Value, form: FormState, set: (value: Value) => void) {
    this.path = path;
    this.value = value;
    this.form = form;
    this.set = set;
  }

  /** The problem of exactly this part, if there is one. */
  get problem(): string | undefined {
    return this.form.problems.at(this.path)?.message;
  }

  /** The problem and its offset in the text, if the database has found one. */
  get fault(): { message: string; offset: number } | null {
    const { message, offset } = this.form.problems.at(this.path) ?? {};
    return message !== undefined && offset !== undefined ? { message, offset } : null;
  }

  /** The id of the control that edits this part. */
  get fieldId(): string {
    return toFieldId(this.path);
  }

  /** Notes that the author has left the field of this part. */
  leave(): void {
    this.form.leave(this.path);
  }

  /** Changes some properties. */
  merge(changes: Partial<Value>): void {
    this.set({ ...this.value, ...changes });
  }

  /** Returns the part under a key or index. */
  at<Key extends keyof Value & (string | number)>(key: Key): DraftPart<Value[Key]> {
    return this.field(key, this.value[key], (part) => this.set(replacePart(this.value, key, part)));
  }

  /** Returns an optional text. It is empty if the draft does not have it. */
  optional<Key extends keyof Value & string>(key: Key): DraftPart<NonNullable<Value[Key]> | ''> {
    return this.field(key, this.value[key] ?? '', (text) =>
      this.set(replacePart(this.value, key, text || undefined)),
    );
  }

  /** Returns a part that a field shows in another form than the draft, or whose change affects other parts. */
  field<Part>(path: string | number, value: Part, set: (value: Part) => void): DraftPart<Part> {
    return new DraftPart(this.path ? `${this.path}.${path}` : `${path}`, value, this.form, set);
  }

  /** Returns the same part with a narrower type. */
  narrow<Narrow extends Value>(value: Narrow): DraftPart<Narrow> {
    return new DraftPart<Narrow>(this.path, value, this.form, this.set);
  }
}

/** Returns the id of the control that edits the part at a path. */
export function toFieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}

function replacePart<Value>(value: Value, key: string | number, part: unknown): Value {
  if (!Array.isArray(value)) return { ...value, [key]: part };
  return value.map((each: unknown, index) => (index === key ? part : each)) as Value;
}
