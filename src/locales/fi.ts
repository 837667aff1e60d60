import { addLocale } from './dashboard-texts.ts';

/** The texts in Finnish. */
export default addLocale('fi', {
  label: 'Koontinäyttö',
  loading: 'Ladataan…',
  trying: 'Yritetään edelleen…',
  expired: 'Tämä koontinäyttö on vanhentunut.',
  'logged-out': 'Sinut on kirjattu ulos.',
  forbidden: 'Sinulla ei ole pääsyä tähän koontinäyttöön.',
  'forbidden-selection': 'Sinulla ei ole pääsyä tähän valintaan.',
  'not-found': 'Tätä koontinäyttöä ei ole.',
  offline: 'Olet offline-tilassa.',
  unavailable: 'Tämä koontinäyttö ei ole juuri nyt käytettävissä.',
  broken: 'Tätä koontinäyttöä ei voi näyttää.',
  retry: 'Uusi yritys {time}.',
  reload: 'Yritä uudelleen',
  login: 'Kirjaudu sisään',
});
