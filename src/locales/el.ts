import { addLocale } from './dashboard-texts.ts';

/** The texts in Greek. */
export default addLocale('el', {
  label: 'Πίνακας ελέγχου',
  loading: 'Φόρτωση…',
  trying: 'Η προσπάθεια συνεχίζεται…',
  expired: 'Αυτός ο πίνακας έχει λήξει.',
  'logged-out': 'Έχετε αποσυνδεθεί.',
  forbidden: 'Δεν έχετε πρόσβαση σε αυτόν τον πίνακα.',
  'forbidden-selection': 'Δεν έχετε πρόσβαση σε αυτήν την επιλογή.',
  'not-found': 'Αυτός ο πίνακας δεν υπάρχει.',
  offline: 'Είστε εκτός σύνδεσης.',
  unavailable: 'Αυτός ο πίνακας δεν είναι διαθέσιμος αυτήν τη στιγμή.',
  broken: 'Δεν είναι δυνατή η εμφάνιση αυτού του πίνακα.',
  retry: 'Νέα προσπάθεια {time}.',
  reload: 'Δοκιμάστε ξανά',
  login: 'Σύνδεση',
});
