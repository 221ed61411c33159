// A page whose files did not all come is loaded anew until they do. No module: one that is missing would take it along.

setTimeout(() => {
  if (!document.documentElement.dataset.begun) location.reload();
}, 10000);
