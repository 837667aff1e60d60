/** A list with another item in one place. */
export function replaced<Item>(list: readonly Item[], place: number, item: Item): Item[] {
  return list.map((each, index) => (index === place ? item : each));
}

/** A list without the item in one place. */
export function without<Item>(list: readonly Item[], place: number): Item[] {
  return list.filter((_, index) => index !== place);
}

/** A list whose item has changed places with the one before or after it; as it was where there is none. */
export function moved<Item>(list: readonly Item[], place: number, step: -1 | 1): Item[] {
  const [item, other] = [list[place], list[place + step]];
  if (item === undefined || other === undefined) return [...list];
  return replaced(replaced(list, place, other), place + step, item);
}
