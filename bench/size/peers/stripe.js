import { loadConnectAndInitialize } from '@stripe/connect-js';

const connect = loadConnectAndInitialize({
  publishableKey: 'pk_test_0123456789',
  fetchClientSecret: async () => (await fetch('/dashboards/secret')).text(),
});
document.querySelector('#dashboard').append(connect.create('payments'));
