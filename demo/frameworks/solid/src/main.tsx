import { render } from 'solid-js/web';

// The test opens the minimal example of the docs, too.
const isMinimal = location.search === '?minimal';
const { default: App } = isMinimal ? await import('./minimal') : await import('./app');

render(() => <App />, document.getElementById('root')!);
