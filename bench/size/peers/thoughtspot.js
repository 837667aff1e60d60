import { AuthType, init, LiveboardEmbed } from '@thoughtspot/visual-embed-sdk';

init({
  thoughtSpotHost: 'https://bi.example.com',
  authType: AuthType.TrustedAuthTokenCookieless,
  getAuthToken: async () => (await fetch('/dashboards/token')).text(),
});
await new LiveboardEmbed(document.querySelector('#dashboard'), {
  liveboardId: '6f1c5a0e-1111-4222-8333-444455556666',
}).render();
