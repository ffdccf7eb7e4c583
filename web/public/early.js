// What cannot wait for the page's code. A file of its own because the content security policy allows no inline script.

// The colour scheme, before the first paint: nobody in a dark room is flashed.
const stored = (() => {
  try {
    return localStorage.getItem('saleyard-color-scheme');
  } catch {
    return null;
  }
})();
const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');

// The buttons of a page from the server that are pressed before its code has come: main.tsx takes them over.
const pressedEarly = new Set();
const keepPressed = ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button !== null) pressedEarly.add(button);
};
document.addEventListener('click', keepPressed, true);
window.takePressed = () => {
  document.removeEventListener('click', keepPressed, true);
  return pressedEarly;
};
