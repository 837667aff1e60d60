import { useLaterFocus } from './focus.ts';
import { toFieldId } from './problems.ts';

/** Edits the list at a path of the draft, and puts the focus where its author goes on. */
export function useListEdit<Item>(
  path: string,
  list: readonly Item[],
  onChange: (list: Item[]) => void,
) {
  const focusLater = useLaterFocus();
  return {
    /** Adds an item, and goes to one of its fields. */
    add: (item: Item, field: string): void => {
      onChange([...list, item]);
      focusLater(toFieldId(`${path}.${list.length}.${field}`));
    },
    replace: (place: number, item: Item): void => onChange(replaced(list, place, item)),
    remove: (place: number): void => {
      onChange(without(list, place));
      focusLater(`${path}-add`);
    },
    move: (place: number, step: -1 | 1): void => {
      onChange(moved(list, place, step));
      const to = `${path}.${place + step}`;
      focusLater(...(step < 0 ? [`${to}-up`, `${to}-down`] : [`${to}-down`, `${to}-up`]));
    },
  };
}

/** A list with another item in one place. */
function replaced<Item>(list: readonly Item[], place: number, item: Item): Item[] {
  return list.map((each, index) => (index === place ? item : each));
}

/** A list without the item in one place. */
function without<Item>(list: readonly Item[], place: number): Item[] {
  return list.filter((_, index) => index !== place);
}

/** A list whose item has changed places with the one before or after it; as it was where there is none. */
function moved<Item>(list: readonly Item[], place: number, step: -1 | 1): Item[] {
  const [item, other] = [list[place], list[place + step]];
  if (item === undefined || other === undefined) return [...list];
  return replaced(replaced(list, place, other), place + step, item);
}
