import type { PageWords } from './page-words.ts';

export const hi: PageWords = {
  noData: 'कोई डेटा नहीं',
  noDataFor: '{values} के लिए कोई डेटा नहीं',
  rowLimit: 'केवल पहली {count} पंक्तियाँ दिखाई गई हैं।',
  category: 'श्रेणी',
  other: 'अन्य',
  negativeShares: 'ऋणात्मक मान हिस्सों के रूप में नहीं दिखाए जा सकते',
  onlyZeros: 'सभी मान शून्य हैं',
  up: 'वृद्धि',
  down: 'गिरावट',
  unchanged: 'कोई बदलाव नहीं',
  points: '{number} प्रतिशत अंक',
  'time-limit': 'इसमें बहुत ज़्यादा समय लगा',
  parameters: 'इन मानों के लिए इसे दिखाया नहीं जा सकता',
  connection: 'डेटा तक पहुँचा नहीं जा सका',
  failed: 'इसे दिखाया नहीं जा सकता',
  tryLater: 'कृपया बाद में फिर कोशिश करें।',
  closedTitle: 'यह डैशबोर्ड अब खुला नहीं है',
  closedText:
    'आपकी पहुँच की अवधि समाप्त हो गई है या उसे बंद कर दिया गया है। ऐप्लिकेशन पर वापस जाएँ और डैशबोर्ड फिर से खोलें।',
  unavailableTitle: 'यह डैशबोर्ड अभी उपलब्ध नहीं है',
  unavailableText: 'कुछ सेकंड में फिर कोशिश की जाएगी।',
};
