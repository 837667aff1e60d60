import { factories, models, service } from 'powerbi-client';

const { id, embedUrl, accessToken } = await (await fetch('/dashboards/token')).json();
const { hpmFactory, wpmpFactory, routerFactory } = factories;
const powerBi = new service.Service(hpmFactory, wpmpFactory, routerFactory);
const tokenType = models.TokenType.Embed;
powerBi.embed(document.querySelector('#dashboard'), {
  type: 'dashboard',
  id,
  embedUrl,
  accessToken,
  tokenType,
});
