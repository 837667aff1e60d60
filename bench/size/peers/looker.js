import { getEmbedSDK } from '@looker/embed-sdk';

getEmbedSDK().init('bi.example.com', '/dashboards/address');
await getEmbedSDK().createDashboardWithId('11').appendTo('#dashboard').build().connect();
