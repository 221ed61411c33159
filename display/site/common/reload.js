// Reloads a page until all its files have loaded. A classic script: a module would not run if another one is missing.

setTimeout(() => {
  if (!document.documentElement.dataset.started) location.reload();
}, 10000);
