import type { PracticeLevel, PracticeSale } from '@saleyard/contract/practice.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ICON_SIZES, IconClockHour4, IconInfoCircle } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import {
  practiceQuery,
  useStartPractice,
  useStopPractice,
} from '@/features/live-room/practice/api/practice.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Grid, Row } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './practice.module.css';
import { GUIDE } from './practice-frame.tsx';
import { Summary } from './practice-results.tsx';

/** "in about 2 minutes", from ms. */
function waitText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? 'in about a minute' : `in about ${minutes} minutes`;
}

/** What the server said instead of beginning, calmly: that all is in use passes by itself. */
function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorTextOf(error).message;
  if (error.isNoConnection)
    return 'There is no connection. Nothing was started; try again once you are back.';
  if (error.code === 'practice-running')
    return 'You have a practice sale running, perhaps in another window.';
  if (error.code === 'rate-limited') {
    const when = error.retryAfterMs === null ? 'later' : waitText(error.retryAfterMs);
    return `You have practised a lot just now. Come back ${when}.`;
  }
  return errorTextOf(error).message;
}

/** Why practice could not be begun or stopped, and whether it may be tried again yet. */
function StartProblem({ error }: { error: unknown }) {
  const [over, setOver] = useState(false);
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  useEffect(() => {
    setOver(false);
    if (waitMs === null) return;
    const timer = setTimeout(() => setOver(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  const Icon = waitMs === null ? IconInfoCircle : IconClockHour4;
  return (
    <p className={classes.problem} role="status">
      <Icon size={ICON_SIZES.lg} aria-hidden="true" />
      <span>{over ? 'You may try again now.' : problemText(error)}</span>
    </p>
  );
}

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
      <Row align="stretch" gap="sm">
        <Button component={Link} to={paths.practiceRoom}>
          Go back to it
        </Button>
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop it
        </Button>
      </Row>
      {stop.error && <StartProblem error={stop.error} />}
    </section>
  );
}

/** The state of a link that starts a practice sale with its press. */
const startsAtOnce = (state: unknown): boolean => (state as { starts?: boolean } | null)?.starts === true;

function Start({ last }: { last: PracticeSale | null }) {
  const { state } = useLocation();
  const started = useRef(false);
  const navigate = useNavigate();
  const start = useStartPractice();
  const [level, setLevel] = useState<PracticeLevel>(last?.level ?? 'relaxed');
  const begin = () =>
    start.mutate(level, { onSuccess: (practice) => practice && void navigate(paths.practiceRoom) });
  const beginOnce = useLatestCallback(() => {
    if (!startsAtOnce(state) || started.current) return;
    started.current = true;
    // Coming back to this page starts nothing.
    void navigate(paths.practice, { replace: true, state: null });
    begin();
  });
  useEffect(beginOnce, [beginOnce]);
  return (
    <section className={`${classes.panel} sy-panel`} aria-labelledby="begin">
      <h2 id="begin">{last ? 'Practise again' : 'Try it'}</h2>
      <RadioGroup
        label="How keen the other bidders are"
        value={level}
        onChange={(value) => setLevel(value === 'keen' ? 'keen' : 'relaxed')}
      >
        <Grid single gap="sm" mt="sm">
          {LEVELS.map(({ level: value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Grid>
      </RadioGroup>
      <Row align="stretch" gap="sm">
        <Button size="md" loading={start.isPending} onClick={begin}>
          Start practising
        </Button>
      </Row>
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
  const me = useMe();
  const back = me ? (
    <BackLink to={paths.upcoming}>Back to Auctions</BackLink>
  ) : (
    <BackLink to={paths.signIn}>Back to Sign in</BackLink>
  );
  return (
    <Page title="Practice Sale" before={back}>
      <div className={classes.screen}>
        <div className={classes.main}>
          <p className={classes.lead}>
            A live room of your own: five sample lots, one after another, against simulated bidders, in about
            four minutes. <strong>Nothing is bought, nobody else sees it,</strong> and none of it is kept with
            your bids. {me ? 'Your account need not be approved yet.' : 'You need no account.'}
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
