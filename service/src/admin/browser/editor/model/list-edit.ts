import { type DraftPart, toFieldId } from './draft-part.ts';

/** Adds an item to a list of the draft. The focus moves to one of its fields, or to the only one. */
export function addItem<Item>(list: DraftPart<Item[]>, item: Item, field?: string): void {
  list.set([...list.value, item]);
  const path = [list.path, list.value.length, field].filter((part) => part !== undefined);
  list.form.focus.moveTo(toFieldId(path.join('.')));
}

/** Removes an item from a list. The focus moves to the button that adds an item, or else to the heading of the list. */
export function removeItem<Item>(list: DraftPart<Item[]>, index: number): void {
  list.set(list.value.filter((_, other) => other !== index));
  list.form.focus.moveTo(`${list.path}-add`, list.path);
}

/** Swaps an item with the one before or after it. The focus stays on the button, or moves to its neighbor. */
export function moveItem<Item>(list: DraftPart<Item[]>, index: number, step: -1 | 1): void {
  list.set(swap(list.value, index, index + step));
  const path = `${list.path}.${index + step}`;
  const [up, down] = [`${path}-up`, `${path}-down`];
  list.form.focus.moveTo(...(step < 0 ? [up, down] : [down, up]));
}

function swap<Item>(list: readonly Item[], index: number, other: number): Item[] {
  const swapped = [...list];
  if (!(index in list) || !(other in list)) return swapped;
  [swapped[index], swapped[other]] = [list[other]!, list[index]!];
  return swapped;
}
