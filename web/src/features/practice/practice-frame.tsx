import { IconHelpCircle, IconPlayerStop, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Guide } from './guide.tsx';
import classes from './practice-frame.module.css';

/** Remembers on this device that the guide was read. */
const GUIDE_SEEN = 'saleyard-practice-guide';

/** Says, as long as one practises and wherever one looks, that it is practice; with the guide and the way to stop. */
export function PracticeFrame({
  ended,
  onStop,
  children,
}: {
  /** The made-up bidders are gone. */
  ended: boolean;
  onStop: () => void;
  children: ReactNode;
}) {
  const [guide, setGuide] = useState(() => localStorage.getItem(GUIDE_SEEN) === null);
  const close = () => {
    localStorage.setItem(GUIDE_SEEN, 'seen');
    setGuide(false);
  };
  return (
    <div className={classes.frame}>
      <aside className={classes.strip} aria-label="Practice">
        <IconSchool size={20} stroke={2.25} aria-hidden="true" className={classes.icon} />
        <p role="status">
          <strong>Practice</strong> <span>{ended ? 'has ended' : '— nothing here is real'}</span>
        </p>
        <button type="button" aria-expanded={guide} onClick={() => (guide ? close() : setGuide(true))}>
          <IconHelpCircle size={20} aria-hidden="true" />
          <span>Guide</span>
        </button>
        <button type="button" onClick={onStop}>
          <IconPlayerStop size={20} aria-hidden="true" />
          <span>{ended ? 'Leave' : 'Stop'}</span>
        </button>
      </aside>
      {children}
      {guide && <Guide onClose={close} />}
    </div>
  );
}
