/** The times at which dashboards appeared on screen, in milliseconds since the navigation started. */
window.arrivals = [];

document.addEventListener('dashboard-load', () => arrivals.push(performance.now()));
document.addEventListener(
  'load',
  ({ target }) => target.localName === 'iframe' && arrivals.push(performance.now()),
  true,
);
