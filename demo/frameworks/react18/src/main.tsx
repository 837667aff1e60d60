import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// The test opens the minimal example of the docs, too.
const isMinimal = location.search === '?minimal';
const { default: App } = isMinimal ? await import('./minimal') : await import('./app');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
