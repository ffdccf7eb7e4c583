import { serverOperations } from '@saleyard/contract/operations/server.ts';
import type { Status, StatusPart } from '@saleyard/contract/status.ts';
import {
  formatDay,
  formatDuration,
  formatShortDateTime,
  formatTimeWithSeconds,
} from '@saleyard/domain/presentation/dates.ts';
import { causeText } from '@saleyard/domain/presentation/freezes.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  ICON_SIZES,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconSnowflake,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { Text } from '@/ui/layout.tsx';
import { Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './status.module.css';

/** ms between two looks, while the page is seen. */
const LOOK_EVERY_MS = 10_000;

const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(serverOperations.status, { signal }),
  refetchInterval: LOOK_EVERY_MS,
  placeholderData: keepPreviousData,
});

type Part = Status['parts'][number];
type State = Part['state'];

const PARTS: Readonly<Record<Exclude<StatusPart, 'mail'>, { name: string; up: string; down: string }>> = {
  bidding: {
    name: 'Bidding',
    up: 'Bids are taken.',
    down: "Bids can't be taken right now. A bid that was acknowledged before is kept.",
  },
  record: {
    name: 'The record of bids',
    up: 'Bids are written down before they are acknowledged.',
    down: "The record can't be written right now, so no bid is acknowledged.",
  },
  live: {
    name: 'Live prices',
    up: 'Prices reach the live rooms as they change.',
    down: 'Prices in the live rooms may be late.',
  },
  reads: {
    name: 'Catalogues and results',
    up: 'Catalogues, results and search can be read.',
    down: "Catalogues, results and search can't all be read right now.",
  },
};

const SYMBOLS: Readonly<Record<State, { icon: typeof IconCircleCheck; word: string }>> = {
  up: { icon: IconCircleCheck, word: 'Working' },
  reduced: { icon: IconAlertTriangle, word: 'Working, with less capacity' },
  down: { icon: IconAlertTriangle, word: 'Not working' },
  unknown: { icon: IconCircleDashed, word: 'Not known yet' },
  off: { icon: IconCircleDashed, word: 'Not set up' },
};

function mailText({ state, since }: Part): string {
  const at = since === null ? '' : formatShortDateTime(since);
  if (state === 'up') return `The mail server last took an e-mail on ${at}.`;
  if (state === 'down') return `The mail server did not take the last e-mail, on ${at}.`;
  if (state === 'off') return 'This marketplace has no mail server: staff read its e-mails and pass them on.';
  return 'No e-mail has been handed to the mail server yet.';
}

const ROLES = { 'command-api': 'bidding and listing', projections: 'catalogues and results' } as const;

/** "1 of 2 processes for bidding and listing is ready" */
const roleText = ({ role, ready, all }: Status['roles'][number]): string =>
  `${ready} of ${all} processes for ${ROLES[role]} ${ready === 1 ? 'is' : 'are'} ready`;

function textOf(part: Part): { name: string; text: string } {
  if (part.part === 'mail') return { name: 'E-mail', text: mailText(part) };
  const { name, up, down } = PARTS[part.part];
  return { name, text: part.state === 'down' ? down : up };
}

/** The whole in one sentence: the worst first. */
function headline({ parts }: Status): { state: State; text: string } {
  const isDown = (wanted: StatusPart) => parts.some(({ part, state }) => part === wanted && state === 'down');
  if (isDown('bidding') || isDown('record')) return { state: 'down', text: "Bids can't be taken right now." };
  const down = parts.filter(({ state }) => state === 'down').length;
  if (down > 0) return { state: 'down', text: 'Bids are taken. Something else is not working: see below.' };
  if (parts.some(({ state }) => state === 'reduced'))
    return { state: 'reduced', text: 'Saleyard works, with less capacity than usual.' };
  return { state: 'up', text: 'Everything that is set up works.' };
}

function Line({ state, name, children }: { state: State; name: string; children: ReactNode }) {
  const { icon: Shape, word } = SYMBOLS[state];
  return (
    <li data-state={state}>
      <Shape size={ICON_SIZES.md} aria-hidden="true" />
      <div>
        <strong>{name}</strong>{' '}
        <Text as="span" size="sm" tone="dim">
          {word}
        </Text>
        <p>{children}</p>
      </div>
    </li>
  );
}

type Freezes = NonNullable<Status['freezes']>;
type Freeze = Freezes['now'][number];

function FreezeLine({ freeze, children }: { freeze: Freeze; children: ReactNode }) {
  const { title, searchNumber, kind, lot, cause } = freeze;
  return (
    <li>
      <IconSnowflake size={ICON_SIZES.md} aria-hidden="true" />
      <div>
        <Link to={paths.fairness({ searchNumber, kindData: { title: kind } })}>{title}</Link>
        {lot !== null && ` · Lot ${lot}`}
        <p>
          {causeText(cause)} · {children}
        </p>
      </div>
    </li>
  );
}

const keyOf = ({ auction, lot, from }: Freeze): string => `${auction}.${lot}.${from}`;

function FrozenSales({ freezes }: Pick<Status, 'freezes'>) {
  if (freezes === null)
    return (
      <section>
        <h2>Frozen sales</h2>
        <p>Which sales are frozen can't be read right now. The room of a sale says if it is.</p>
      </section>
    );
  return (
    <>
      <section>
        <h2>Frozen now</h2>
        {freezes.now.length === 0 ? (
          <p className="sy-dim">No public sale is frozen.</p>
        ) : (
          <ul className={classes.list}>
            {freezes.now.map((freeze) => (
              <FreezeLine key={keyOf(freeze)} freeze={freeze}>
                since {formatShortDateTime(freeze.from)}
              </FreezeLine>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>Frozen earlier</h2>
        {freezes.ended.length === 0 ? (
          <p className="sy-dim">No public sale was frozen so far.</p>
        ) : (
          <ul className={classes.list}>
            {freezes.ended.map((freeze) => (
              <FreezeLine key={keyOf(freeze)} freeze={freeze}>
                {formatShortDateTime(freeze.from)}, for {formatDuration(freeze.until - freeze.from)}
              </FreezeLine>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Known({ status, isStale }: { status: Status; isStale: boolean }) {
  const { state, text } = headline(status);
  const { icon: Shape } = SYMBOLS[state];
  return (
    <div className={classes.parts}>
      <p className={classes.headline} data-state={isStale ? 'down' : state} role="status">
        {isStale ? (
          <>
            <IconAlertTriangle size={ICON_SIZES.lg} aria-hidden="true" />
            Saleyard can't be reached from this device right now. Below is what it answered last.
          </>
        ) : (
          <>
            <Shape size={ICON_SIZES.lg} aria-hidden="true" />
            {text}
          </>
        )}
      </p>
      <p className="sy-dim">
        Checked on {formatDay(status.at)} at {formatTimeWithSeconds(status.at)}.{' '}
        {isStale ? 'This page keeps trying.' : 'This page looks again every ten seconds.'}
      </p>
      <section>
        <h2>What works</h2>
        <ul className={classes.list}>
          {status.parts.map((part) => {
            const { name, text: words } = textOf(part);
            return (
              <Line key={part.part} state={part.state} name={name}>
                {words}
              </Line>
            );
          })}
        </ul>
        {status.roles.length > 0 && <p className="sy-dim">{status.roles.map(roleText).join('. ')}.</p>}
      </section>
      <FrozenSales freezes={status.freezes} />
    </div>
  );
}

/** /status: what works, and which public sales are frozen, for anyone. */
export function StatusScreen() {
  const { data, error, refetch } = useQuery(statusQuery);
  return (
    <Page title="Status">
      {data ? (
        <Known status={data} isStale={error !== null} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the status…" />
      )}
    </Page>
  );
}
