/** The header by which a reader says who they are. A real application has a session. */
export const READER_HEADER = 'x-reader';

/** The page of the host application. Its script notes each status and each message of the tag, with its time. */
export const READER_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Application</title>
<link rel="icon" href="data:,">
<!-- scripts -->
<main></main>
<script type="module">
  const { searchParams: search } = new URL(location.href);
  const main = document.querySelector('main');
  const notes = [];
  let shown = '';
  let opening = 0;

  function note(kind, detail) {
    notes.push({ at: Date.now(), opening, kind, detail });
  }

  function look() {
    const tag = main.firstElementChild;
    if (!tag) return;
    // The text stays in the tag, unseen, after the dashboard is there.
    const text = tag.shadowRoot?.querySelector('[part=message] span')?.textContent;
    const message = /^(ready|refreshing)$/.test(tag.status) ? '' : (text ?? '');
    const now = tag.status + (message && ': ' + message);
    if (now !== shown) note('status', shown = now);
  }

  window.openDashboard = () => {
    opening += 1;
    shown = '';
    const tag = document.createElement('embedded-dashboard');
    tag.style.height = '200px';
    tag.setAttribute('token-url', '/dashboards/token');
    tag.setAttribute('dashboard-guid', search.get('guid'));
    if (search.has('refresh')) tag.setAttribute('refresh-every', search.get('refresh'));
    tag.headers = { '${READER_HEADER}': search.get('reader') };
    for (const name of ['load', 'refreshed', 'error', 'expired', 'logout']) {
      tag.addEventListener('dashboard-' + name, (event) => {
        note(name, event.error ? event.error.code + (event.error.status ? ' ' + event.error.status : '') : '');
      });
    }
    main.replaceChildren(tag);
  };
  window.takeNotes = () => notes.splice(0);
  await customElements.whenDefined('embedded-dashboard');
  setInterval(look, 100);
  openDashboard();
</script>
</html>
`;
