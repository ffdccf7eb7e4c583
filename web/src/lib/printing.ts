import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWindowEvent } from './window-events.ts';

/**
 * Whether the page is being printed. The paper is made right after `beforeprint`: what is to be on it is in the page by
 * then.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => flushSync(() => setPrinting(false)));
  return isPrinting;
}
