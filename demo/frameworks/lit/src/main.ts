// The test opens the minimal example of the docs, too.
if (location.search === '?minimal') await import('./minimal.js');
else await import('./sales-page.js');

export {};
