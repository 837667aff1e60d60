import { createApp } from 'vue';

// The test opens the minimal example of the docs, too.
const isMinimal = location.search === '?minimal';
const { default: App } = isMinimal ? await import('./Minimal.vue') : await import('./App.vue');

createApp(App).mount('#app');
