import { createApp } from 'vue';

// The test opens the examples of the docs, too.
const { default: App } =
  location.search === '?minimal'
    ? await import('./Minimal.vue')
    : location.search === '?kept-view'
      ? await import('./KeptView.vue')
      : await import('./App.vue');

createApp(App).mount('#app');
