/** When each dashboard came on screen, in milliseconds since the page was asked for. */
window.arrivals = [];

document.addEventListener('dashboard-load', () => arrivals.push(performance.now()));
document.addEventListener(
  'load',
  ({ target }) => target.localName === 'iframe' && arrivals.push(performance.now()),
  true,
);
