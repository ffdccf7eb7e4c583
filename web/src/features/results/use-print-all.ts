import { useEffect, useRef, useState } from 'react';

/**
 * Printing of more than is on the screen: `print` reads all of it, `data` holds it from then on, and the browser's
 * print dialog opens once it is shown. `error` says why nothing was printed.
 */
export function usePrintAll<T>(read: () => Promise<T>) {
  const [data, setData] = useState<T | null>(null);
  const [state, setState] = useState<{ reading: boolean; error: unknown }>({ reading: false, error: null });
  const [asked, setAsked] = useState(0);
  const printed = useRef(0);
  useEffect(() => {
    if (data === null || asked === printed.current) return;
    printed.current = asked;
    window.print();
  }, [data, asked]);
  const print = async () => {
    setState({ reading: true, error: null });
    try {
      const all = await read();
      setData(() => all);
      setAsked((times) => times + 1);
      setState({ reading: false, error: null });
    } catch (error) {
      setState({ reading: false, error });
    }
  };
  return { data, print, ...state };
}
