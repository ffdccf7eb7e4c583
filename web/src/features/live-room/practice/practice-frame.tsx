import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconHelpCircle,
  IconPlayerStop,
  IconSchool,
  IconX,
} from '@/config/icons.ts';
import { Button } from '@/ui/button.tsx';
import classes from './practice-frame.module.css';

/** One step of the guide: what to look at, and what it means. */
type GuideStep = { title: string; text: string };

/** How bidding works, in the order in which a newcomer meets it. */
export const GUIDE: readonly GuideStep[] = [
  {
    title: 'The button names the price',
    text: '“Bid $1,210.00” bids exactly that, per head. +1, +2, +5 and +10 raise it by so many increments. If the price moves before your press arrives, nothing is sent and the button shows the new price.',
  },
  {
    title: 'You are asked once',
    text: 'The button then turns into Confirm, in the same place. Under “How you confirm bids” you can choose two presses or one instead. An unusually large bid is always asked about.',
  },
  {
    title: 'Winning and losing',
    text: 'Your lots say Winning while you lead, and Losing once somebody goes higher: bid again if it is still worth it. “Outbid at once by an auto-bid” means that another had named a higher maximum before.',
  },
  {
    title: 'Let an auto-bid do it',
    text: 'Name the most you would pay under Auto Bid. It bids for you, one increment at a time and only as far as needed. You can set one on lots that are still to come, too.',
  },
  {
    title: 'Late bids add time',
    text: 'A bid in the last 12 seconds resets the clock to 12 seconds. Nobody can snatch a lot at the end: there is always time to answer.',
  },
];

/** The guide to bidding, one step at a time, beside the room: the sale goes on while it is read. */
function Guide({ onClose }: { onClose: () => void }) {
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
          <IconX size={ICON_SIZES.lg} aria-hidden="true" />
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

/** Remembers on this device that the guide was read. */
const GUIDE_SEEN = 'saleyard-practice-guide';

/** Says, as long as one practises and wherever one looks, that it is practice; with the guide and the way to stop. */
export function PracticeFrame({
  ended,
  onStop,
  children,
}: {
  /** The simulated bidders are gone. */
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
        <IconSchool
          size={ICON_SIZES.lg}
          stroke={ICON_STROKES.bold}
          aria-hidden="true"
          className={classes.icon}
        />
        <p role="status">
          <strong>Practice</strong> <span>{ended ? 'has ended' : '— nothing here is real'}</span>
        </p>
        <button type="button" aria-expanded={guide} onClick={() => (guide ? close() : setGuide(true))}>
          <IconHelpCircle size={ICON_SIZES.lg} aria-hidden="true" />
          <span>Guide</span>
        </button>
        <button type="button" onClick={onStop}>
          <IconPlayerStop size={ICON_SIZES.lg} aria-hidden="true" />
          <span>{ended ? 'Leave' : 'Stop'}</span>
        </button>
      </aside>
      <div className={classes.below}>
        {guide && <Guide onClose={close} />}
        <div className={classes.room}>{children}</div>
      </div>
    </div>
  );
}
