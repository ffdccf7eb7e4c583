import { useSyncExternalStore } from 'react';

let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const set = (value: boolean) => () => {
    isPrinting = value;
    changed();
  };
  const [before, after] = [set(true), set(false)];
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

/** Whether the page is being printed, for what is drawn by size: paper is measured by no observer. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
