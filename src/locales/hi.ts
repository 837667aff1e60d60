import { addLocale } from './dashboard-texts.ts';

/** The texts in Hindi. */
export default addLocale('hi', {
  label: 'डैशबोर्ड',
  loading: 'लोड हो रहा है…',
  trying: 'कोशिश जारी है…',
  expired: 'इस डैशबोर्ड की अवधि समाप्त हो गई है।',
  'logged-out': 'आपको साइन आउट कर दिया गया है।',
  forbidden: 'आपके पास इस डैशबोर्ड का ऐक्सेस नहीं है।',
  'forbidden-selection': 'आपके पास इस चयन का ऐक्सेस नहीं है।',
  'not-found': 'यह डैशबोर्ड मौजूद नहीं है।',
  offline: 'आप ऑफ़लाइन हैं।',
  unavailable: 'यह डैशबोर्ड अभी उपलब्ध नहीं है।',
  broken: 'यह डैशबोर्ड नहीं दिखाया जा सकता।',
  retry: '{time} फिर कोशिश की जाएगी।',
  reload: 'फिर कोशिश करें',
  login: 'साइन इन करें',
});
