import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// The test opens the examples of the docs, too.
const { default: App } =
  location.search === '?minimal'
    ? await import('./minimal')
    : location.search === '?kept-view'
      ? await import('./kept-view')
      : await import('./app');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
