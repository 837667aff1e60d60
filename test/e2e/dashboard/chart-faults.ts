/** Runs in the page. Returns a line for each part that leaves its tile, overlaps another, or is lost. */
export function findFaults(tolerance: number): string[] {
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
  const leaves = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.left < outer.left - tolerance ||
    inner.right > outer.right + tolerance ||
    inner.top < outer.top - tolerance ||
    inner.bottom > outer.bottom + tolerance;
  const meet = (one: DOMRect, other: DOMRect): boolean =>
    one.left < other.right - tolerance &&
    other.left < one.right - tolerance &&
    one.top < other.bottom - tolerance &&
    other.top < one.bottom - tolerance;

  /** Returns a fault unless the chart shows half of up to twelve names, with five letters or more. */
  const findLostNames = (tile: Element, chart: Element): string[] => {
    const cells = [...tile.querySelectorAll('td:first-child')];
    const names = new Set(cells.map(({ textContent }) => textContent));
    // A chart with more names shows their number in a note, and a date axis has labels at its years or months.
    if (tile.querySelector('.note')?.textContent) return [];
    if (/^\d{4}(-|$)/.test((cells[0] as HTMLElement).dataset['value'] ?? '')) return [];
    const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
    const shown = [...names].filter((name) =>
      texts.some((text) => {
        const [start = '', rest = ''] = text.replaceAll(/\p{Cf}/gu, '').split('…');
        if (start === name) return true;
        const letters = start.length + rest.length;
        return letters >= 5 && name.startsWith(start) && name.includes(rest);
      }),
    );
    return shown.length * 2 >= names.size ? [] : [`shows ${shown.length} of ${names.size} names`];
  };

  const findInTile = (tile: Element): string[] => {
    const faults: string[] = [];
    const legend = tile.querySelector('.legend');
    // The legend of a late tile may scroll.
    const isScrolled = !!legend && legend.scrollHeight > legend.clientHeight + tolerance;
    const inLegend = isScrolled ? '.legend' : '.legend, .legend *';
    for (const part of tile.querySelectorAll(`h2, .state, .chart svg > g *, ${inLegend}`)) {
      if (leaves(boxOf(part), boxOf(tile))) faults.push(`${part.outerHTML} leaves its tile`);
    }
    const chart = tile.querySelector('.chart');
    if (!chart || !legend) return faults;
    if (meet(boxOf(chart), boxOf(legend))) faults.push('the legend overlaps the chart');
    for (const part of legend.querySelectorAll('li > *')) {
      if (boxOf(part).width < 5) faults.push(`${part.outerHTML} is lost`);
    }
    // Two lines of a legend show about 40 letters.
    const names = [...legend.querySelectorAll('.name')].map((name) =>
      name.textContent.slice(0, 40),
    );
    if (new Set(names).size < names.length) faults.push('two entries of the legend have one name');
    if (legend.matches('.series')) return [...faults, ...findLostNames(tile, chart)];
    const [ring, entry] = [boxOf(chart), boxOf(legend.querySelector('li')!)];
    const unused = boxOf(chart.parentElement!).right - entry.right;
    if (ring.width < ring.height && unused > 8)
      faults.push(`the ring leaves ${unused} pixels unused`);
    const total = chart.querySelector('text');
    // The ring has 0.92 of its box, and the hole has 0.64 of the ring.
    const hole = Math.min(boxOf(chart).width, boxOf(chart).height) * 0.92 * 0.64;
    if (total && boxOf(total).width > hole) faults.push(`${total.textContent} touches the ring`);
    return faults;
  };

  const isWide = document.documentElement.scrollWidth > innerWidth;
  const faults = [...document.querySelectorAll('.tile')].flatMap((tile) =>
    findInTile(tile).map((fault) => `${(tile as HTMLElement).dataset.tile}: ${fault}`),
  );
  return isWide ? ['The page scrolls sideways.', ...faults] : faults;
}

/** Runs in the page. Returns a line for each label of a chart that overlaps another one, or equals one of its axis. */
export function findLabelFaults(tolerance: number): string[] {
  const findInChart = (chart: Element): string[] => {
    const labels = [...chart.querySelectorAll('text')].flatMap((element) => {
      const text = element.textContent.trim();
      // The box of a rotated label is larger than the label.
      const { transform } = getComputedStyle(element);
      const isUpright = transform === 'none' || transform.startsWith('matrix(1, 0, 0, 1,');
      return text && isUpright ? [{ text, box: element.getBoundingClientRect() }] : [];
    });
    return labels.flatMap((one, index) =>
      labels.slice(index + 1).flatMap((other) => {
        const [left, right] = [one.box, other.box];
        const meet =
          left.left < right.right - tolerance &&
          right.left < left.right - tolerance &&
          left.top < right.bottom - tolerance &&
          right.top < left.bottom - tolerance;
        if (meet) return [`“${one.text}” is on “${other.text}”`];
        const isInLine = ({ box }: (typeof labels)[number]): boolean =>
          Math.abs(left.top - box.top) < 1;
        // The first labels of two value axes may be equal.
        const isOneAxis =
          (isInLine(other) && labels.filter(isInLine).length > 2) ||
          Math.abs(left.right - right.right) < 1 ||
          Math.abs(left.left - right.left) < 1;
        return one.text === other.text && isOneAxis ? [`“${one.text}” is twice on one axis`] : [];
      }),
    );
  };
  return [...document.querySelectorAll('.tile')].flatMap((tile) =>
    [...tile.querySelectorAll('.chart svg')]
      .flatMap(findInChart)
      .map((fault) => `${(tile as HTMLElement).dataset['tile']}: ${fault}`),
  );
}
