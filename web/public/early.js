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

// The buttons that are pressed and the fields that are changed in a page from the server before the code of its screen is there.
const early = new Map();
let isThere = false;
const note = ({ type, target }) => {
  const names = type === 'click' ? 'button' : 'input:not([type=checkbox], [type=radio]), select';
  const one = target instanceof Element ? target.closest(names) : null;
  if (one === null) return;
  if (isThere) early.delete(one);
  else early.set(one, one.value);
};
const TYPES = ['click', 'input'];
for (const type of TYPES) document.addEventListener(type, note, true);

window.early = {
  // A press or a change from now on reaches the screen itself: that button or field is forgotten.
  end: () => {
    isThere = true;
  },
  // Presses and changes them once the screen is there, in the same order.
  again: () => {
    for (const type of TYPES) document.removeEventListener(type, note, true);
    for (const [one, value] of early) {
      if (!one.isConnected) continue;
      if (one.matches('button')) one.click();
      else {
        // React ignores a value that is the last one it saw: it sees '', and not what is set past it.
        one.value = '';
        Reflect.set(Object.getPrototypeOf(one), 'value', value, one);
        one.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  },
};
