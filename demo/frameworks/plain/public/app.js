const [dashboard] = document.querySelectorAll('embedded-dashboard');
const [look, logout] = document.querySelectorAll('button');
const [list] = document.querySelectorAll('ol');

dashboard.label = 'Sales';
dashboard.parameters = { Region: 'North' };
dashboard.headers = { 'X-App': 'plain' };

look.addEventListener('click', () => {
  const isDark = dashboard.theme === 'dark';
  dashboard.theme = isDark ? null : 'dark';
  // A new object with the same values is not a change.
  dashboard.parameters = { Region: 'North' };
  look.textContent = isDark ? 'Dark' : 'Light';
});

logout.addEventListener('click', () => dashboard.logout());

dashboard.addEventListener('dashboard-load', (event) => {
  tell(event, `until ${event.expiresAt.toLocaleTimeString()}`);
});
dashboard.addEventListener('dashboard-logout', (event) => tell(event, event.reason));
dashboard.addEventListener('dashboard-error', (event) => tell(event, event.error.message));

/** @param {Event} event @param {string} what */
function tell({ type }, what) {
  const item = document.createElement('li');
  item.textContent = `${type}: ${what}`;
  list.append(item);
}
