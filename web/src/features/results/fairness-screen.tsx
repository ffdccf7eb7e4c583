import type { SaleFairness } from '@saleyard/contract/fairness.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import type { StaffAct } from '@saleyard/domain/auction/fairness.ts';
import { countOf, formatCount } from '@saleyard/domain/presentation/amounts.ts';
import {
  formatDuration,
  formatShortDateTime,
  formatTimeWithMs,
} from '@saleyard/domain/presentation/dates.ts';
import { causeText } from '@saleyard/domain/presentation/freezes.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { paths } from '@/config/paths.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { Text } from '@/ui/layout.tsx';
import { FactList } from '@/ui/lots/lot-details.tsx';
import { BackLink, Empty, Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './fairness.module.css';

const fairnessQuery = (auction: string) =>
  queryOptions({
    queryKey: ['results', 'fairness', auction],
    queryFn: async ({ signal }) =>
      (await call(auctionOperations.auctionFairness, { params: { auction }, signal })).fairness,
  });

const ACTS: Readonly<Record<StaffAct, string>> = {
  frozen: 'Froze the sale or a lot',
  resumed: 'Resumed the sale or a lot',
  paused: 'Paused timers',
  unpaused: 'Ended a pause',
  opened: 'Opened bidding on a lot',
  knockedDown: 'Knocked a lot down',
  passedIn: 'Passed a lot in',
  withdrawn: 'Withdrew a lot',
  reinstated: 'Put a withdrawn lot back',
  reopened: 'Reopened a lot',
  amended: 'Changed a lot before it went live',
  floorBids: 'Entered a bid on the floor',
  floorBidsTakenBack: 'Took back a bid on the floor',
  vendorBids: 'Entered a vendor bid',
  phoneBids: 'Bid for somebody by phone',
  corrected: 'Corrected a result',
  correctionsProposed: 'Proposed a correction',
  correctionsConfirmed: 'Confirmed a correction',
  correctionsDeclined: 'Declined a correction',
  floorBuyersNamed: 'Named a buyer on the floor',
  soldBefore: 'Recorded a lot as sold before the sale',
  soldAfter: 'Recorded a lot as sold after the sale',
  announced: 'Made an announcement',
  announcementsEnded: 'Ended an announcement',
  messaged: 'Sent a message to everyone',
  rescheduled: 'Changed the schedule',
  exported: 'Exported the results',
  cancelled: 'Cancelled the sale',
};

const KINDS = { outage: 'Outage', freeze: 'Frozen by staff', pause: 'Paused by staff' } as const;

/** Times are measured in whole ms: 0 is less than one. */
const time = (ms: number | null): string =>
  ms === null ? '–' : ms === 0 ? 'less than 1 ms' : formatDuration(ms);

const within = (ms: number | null): string => `within ${ms === 0 ? '1 ms' : time(ms)}`;

const fact = (label: string, value: string) => ({ key: label, label, value });

function Delay({ delay }: SaleFairness) {
  if (delay.bids === 0)
    return (
      <p className="sy-dim">
        {delay.notRecorded === 0
          ? 'Nobody bid online.'
          : `When bids arrived was not recorded (${countOf(delay.notRecorded, 'bid')}).`}
      </p>
    );
  return (
    <>
      <FactList
        facts={[
          fact('Half of the bids', within(delay.p50)),
          fact('99% of the bids', within(delay.p99)),
          fact('The slowest bid', time(delay.worst)),
          fact('Bids measured', formatCount(delay.bids)),
          ...(delay.notRecorded === 0
            ? []
            : [fact('Arrival not recorded', countOf(delay.notRecorded, 'bid'))]),
        ]}
      />
      <p className="sy-dim">
        From when a bid reached Saleyard until it had its place in the sale's sequence.
      </p>
    </>
  );
}

/** What the end of a stop moved; null: nothing. */
function movedText({
  lotsMoved,
  movedMs,
  from,
  until,
}: SaleFairness['interruptions'][number]): string | null {
  if (until === null || movedMs === 0) return null;
  // Of stops that overlap, the last to end moves each lot by the whole time that the lot stood still.
  const mayDiffer = lotsMoved > 1 && movedMs !== until - from;
  const by = `by ${mayDiffer ? 'up to ' : ''}${formatDuration(movedMs)}`;
  return lotsMoved === 0
    ? `The start moved ${by}.`
    : `The close of ${countOf(lotsMoved, 'live lot')} moved ${by}.`;
}

function Interruptions({ interruptions }: SaleFairness) {
  if (interruptions.length === 0) return <p className="sy-dim">The sale was never frozen or paused.</p>;
  return (
    <ul className={classes.list}>
      {interruptions.map((one) => {
        const { kind, cause, lot, from, until } = one;
        const moved = movedText(one);
        return (
          <li key={`${kind}-${lot}-${from}`}>
            <strong>
              {KINDS[kind]}: {lot === null ? 'the whole sale' : `lot ${lot}`}
            </strong>
            <span>
              {formatShortDateTime(from)} ({formatTimeWithMs(from)}),{' '}
              {until === null ? 'not resumed yet' : `for ${formatDuration(until - from)}`}
            </span>
            {kind !== 'pause' && <span>{causeText(cause)}</span>}
            {moved !== null && <span className="sy-dim">{moved}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Fairness({ fairness }: { fairness: SaleFairness }) {
  const { late, extensions, acts } = fairness;
  return (
    <div className={classes.parts}>
      <section>
        <Text as="h2" size="lg" mb="sm">
          How fast bids were taken
        </Text>
        <Delay {...fairness} />
      </section>
      <section>
        <Text as="h2" size="lg" mb="sm">
          The close of lots
        </Text>
        <FactList
          facts={[
            fact('Late bids that moved a close', formatCount(extensions)),
            fact(
              'Bids refused after the close',
              late.bids === 0
                ? 'none'
                : late.bids === 1
                  ? `1, ${time(late.worst)} late`
                  : `${formatCount(late.bids)}, from ${time(late.least)} to ${time(late.worst)} late`,
            ),
          ]}
        />
      </section>
      <section>
        <Text as="h2" size="lg" mb="sm">
          Outages, freezes and pauses
        </Text>
        <Interruptions {...fairness} />
      </section>
      <section>
        <Text as="h2" size="lg" mb="sm">
          What staff did
        </Text>
        {acts.length === 0 ? (
          <p className="sy-dim">Staff scheduled the sale and its lots, and did nothing else in it.</p>
        ) : (
          <FactList facts={acts.map(({ act, count }) => fact(ACTS[act], formatCount(count)))} />
        )}
      </section>
    </div>
  );
}

/** /main/results/{kindTitle}/{auctionNumber}/fairness: how a public sale was run, for everybody. */
export function FairnessScreen() {
  const { kindTitle = '', auctionNumber = '' } = useParams();
  const { data, error, refetch } = useQuery(fairnessQuery(auctionNumber));
  const isMissing = error instanceof ApiError && error.status === 404;
  const results = `${paths.results}/${kindTitle}/${auctionNumber}`;
  return (
    <Page
      title={data ? `How ${data.title} was run` : 'How the sale was run'}
      before={<BackLink to={results}>Back to the results</BackLink>}
    >
      {data ? (
        <>
          <p className="sy-dim">
            {data.isClosed ? '' : 'The sale is not closed yet; these are the figures so far. '}From the sale's
            log, No. {data.searchNumber}. Bidders find why their own bids won or lost in{' '}
            <Link to={paths.myResults}>My Auction Results</Link>.
          </p>
          <Fairness fairness={data} />
        </>
      ) : isMissing ? (
        <Empty title="There is no public sale with this number." />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Reading the sale's log…" />
      )}
    </Page>
  );
}
