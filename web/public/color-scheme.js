// Sets the colour scheme before the first paint, so that nobody in a dark room is flashed. A file of its own
// because the content security policy allows no inline script.
const stored = (() => {
  try {
    return localStorage.getItem('saleyard-color-scheme');
  } catch {
    return null;
  }
})();
const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
