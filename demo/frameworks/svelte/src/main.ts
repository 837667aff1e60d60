import { mount } from 'svelte';

// The test opens the minimal example of the docs, too.
const isMinimal = location.search === '?minimal';
const { default: App } = isMinimal
  ? await import('./Minimal.svelte')
  : await import('./App.svelte');

mount(App, { target: document.getElementById('app')! });
