// The script of the editor's preview. It sends the id of a clicked tile, and the applied filters, to the editor.
const editor = new Promise<MessagePort>((resolve) => {
  addEventListener('message', ({ source, ports: [port] }) => {
    if (source === parent && port) resolve(port);
  });
});
const send = async (message: object): Promise<void> => (await editor).postMessage(message);

document.addEventListener('click', ({ target }) => {
  const tile = (target as Element).closest<HTMLElement>('[data-tile]')?.dataset.tile;
  if (tile !== undefined) void send({ selectedTile: tile });
});

for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]')) {
  tile.style.cursor = 'pointer';
}

const form = document.querySelector<HTMLFormElement>('form.filters');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void send({ chosen: [...new FormData(form)] });
});
form?.querySelector('a')?.addEventListener('click', (event) => {
  event.preventDefault();
  void send({ chosen: [] });
});
