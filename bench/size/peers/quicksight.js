import { createEmbeddingContext } from 'amazon-quicksight-embedding-sdk';

const url = await (await fetch('/dashboards/address')).text();
const context = await createEmbeddingContext();
await context.embedDashboard({ url, container: '#dashboard' });
