import { addLocale } from './dashboard-texts.ts';

/** The texts in Romanian. */
export default addLocale('ro', {
  label: 'Tablou de bord',
  loading: 'Se încarcă…',
  trying: 'Se încearcă în continuare…',
  expired: 'Acest tablou de bord a expirat.',
  'logged-out': 'Ați fost deconectat.',
  forbidden: 'Nu aveți acces la acest tablou de bord.',
  'forbidden-selection': 'Nu aveți acces la această selecție.',
  'not-found': 'Acest tablou de bord nu există.',
  offline: 'Sunteți offline.',
  unavailable: 'Acest tablou de bord nu este disponibil momentan.',
  broken: 'Acest tablou de bord nu poate fi afișat.',
  retry: 'O nouă încercare {time}.',
  reload: 'Încercați din nou',
  login: 'Conectare',
});
