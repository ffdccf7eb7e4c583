import { useCallback, useState } from 'react';

/** The size of an element inside its padding, as the browser lays it out. px; 0 before it is measured. */
export function useElementSize<E extends Element>() {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const ref = useCallback((element: E | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ...size, ref };
}
