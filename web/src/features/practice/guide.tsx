import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './guide.module.css';
import { GUIDE } from './guide-steps.ts';

/** The guide to bidding, one step at a time, beside the room: the sale goes on while it is read. */
export function Guide({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  // A step is read out when it is turned to, not when the room opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what the focus follows.
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [at]);
  const turn = (to: number) => {
    moved.current = true;
    setAt(to);
  };
  const step = GUIDE[at];
  if (step === undefined) return null;
  const last = at === GUIDE.length - 1;
  return (
    <section className={classes.guide} aria-label="How bidding works">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <button type="button" className={classes.close} aria-label="Close the guide" onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </button>
      </header>
      <p>{step.text}</p>
      <footer>
        <span className="sy-dim">
          {at + 1} of {GUIDE.length}
        </span>
        {at > 0 && (
          <Button variant="default" onClick={() => turn(at - 1)}>
            Back
          </Button>
        )}
        <Button onClick={() => (last ? onClose() : turn(at + 1))}>{last ? 'Done' : 'Next'}</Button>
      </footer>
    </section>
  );
}
