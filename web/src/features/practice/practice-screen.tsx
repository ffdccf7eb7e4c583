import { Button, Radio } from '@mantine/core';
import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Page } from '@/components/page.tsx';
import { Failed, Loading } from '@/components/states.tsx';
import { practiceQuery, useStartPractice, useStopPractice } from './api/practice.ts';
import { GUIDE } from './guide-steps.ts';
import classes from './practice.module.css';
import { StartProblem } from './start-problem.tsx';
import { Summary } from './summary.tsx';

const LEVELS: readonly { level: PracticeLevel; label: string; description: string }[] = [
  { level: 'relaxed', label: 'Relaxed', description: 'The others give up early. For a first time.' },
  { level: 'keen', label: 'Keen', description: 'The others bid on for longer.' },
];

/** One that runs: back to it, or an end to it. */
function Running() {
  const stop = useStopPractice();
  return (
    <section className={`${classes.panel} sy-panel`} aria-labelledby="running">
      <h2 id="running">Your practice sale is running</h2>
      <p>It goes on without you, and ends by itself after a few minutes.</p>
      <div className={classes.actions}>
        <Button component={Link} to={paths.practiceRoom}>
          Go back to it
        </Button>
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop it
        </Button>
      </div>
      {stop.error && <StartProblem error={stop.error} />}
    </section>
  );
}

function Start({ last }: { last: PracticeSale | null }) {
  const navigate = useNavigate();
  const start = useStartPractice();
  const [level, setLevel] = useState<PracticeLevel>(last?.level ?? 'relaxed');
  const begin = () =>
    start.mutate(level, { onSuccess: (practice) => practice && void navigate(paths.practiceRoom) });
  return (
    <section className={`${classes.panel} sy-panel`} aria-labelledby="begin">
      <h2 id="begin">{last ? 'Practise again' : 'Try it'}</h2>
      <Radio.Group
        size="md"
        label="How keen the other bidders are"
        value={level}
        onChange={(value) => setLevel(value === 'keen' ? 'keen' : 'relaxed')}
      >
        <div className={classes.levels}>
          {LEVELS.map(({ level: value, label, description }) => (
            <Radio key={value} size="md" value={value} label={label} description={description} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.actions}>
        <Button size="md" loading={start.isPending} onClick={begin}>
          Start practising
        </Button>
      </div>
      {start.error && <StartProblem error={start.error} />}
    </section>
  );
}

function Begin() {
  const { data, error, isPending, refetch } = useQuery({ ...practiceQuery, refetchOnMount: 'always' });
  if (isPending) return <Loading label="Looking for your practice sale…" />;
  if (data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data?.running) return <Running />;
  return (
    <>
      <Start last={data} />
      {data && (
        <section className={`${classes.panel} sy-panel`} aria-labelledby="last">
          <h2 id="last">How your last one went</h2>
          <Summary practice={data} />
        </section>
      )}
    </>
  );
}

/** Where practice begins: what it is, how keen the others are, how the last one went, and how bidding works. */
export function PracticeScreen() {
  return (
    <Page title="Practice Sale" before={<Link to={paths.upcoming}>Upcoming Auctions</Link>}>
      <div className={classes.screen}>
        <div className={classes.main}>
          <p className={classes.lead}>
            A live room of your own: five made-up lots, one after another, against made-up bidders, in about
            four minutes. <strong>Nothing is bought, nobody else sees it,</strong> and none of it is kept with
            your bids. Your account need not be approved yet.
          </p>
          <Begin />
        </div>
        <section className={classes.how} aria-labelledby="how">
          <h2 id="how">How bidding works</h2>
          <ol>
            {GUIDE.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Page>
  );
}
