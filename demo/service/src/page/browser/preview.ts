// The preview of a dashboard in the editor tells the editor which tile the author clicks on.
document.addEventListener('click', ({ target }) => {
  const tile = (target as Element).closest<HTMLElement>('[data-tile]')?.dataset.tile;
  if (tile !== undefined) parent.postMessage({ selectedTile: tile }, '*');
});

for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]')) {
  tile.style.cursor = 'pointer';
}
