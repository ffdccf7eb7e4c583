import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { WhyOfLot } from '@saleyard/contract/why.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconCircleDot, IconLock, IconX } from '@/config/icons.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Empty, Failed, Loading } from '@/ui/page.tsx';
import { Tag } from '@/ui/tag.tsx';
import classes from './why.module.css';

type Bid = WhyOfLot['bids'][number];

/** Read again whenever it is opened: other bids may have come. */
const whyQuery = (auction: string, lot: string) =>
  queryOptions({
    queryKey: ['users', 'me', 'why', auction, lot],
    queryFn: async ({ signal }) =>
      (await call(bidOperations.whyOfLot, { params: { auction, lot }, signal })).why,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

const FATES = {
  leading: { label: 'Leads', tone: 'live', icon: IconCircleDot },
  bought: { label: 'Bought', tone: 'strong', icon: IconCircleCheck },
  notSold: { label: 'Not sold', tone: 'closed', icon: IconLock },
  outbid: { label: 'Outbid', tone: 'frozen', icon: IconX },
  answered: { label: 'Outbid at once', tone: 'frozen', icon: IconX },
  refused: { label: 'Refused', tone: 'frozen', icon: IconX },
  replaced: { label: 'Bid again', tone: 'plain', icon: undefined },
  sealed: { label: 'Sealed', tone: 'plain', icon: undefined },
  stopped: { label: 'Stopped', tone: 'closed', icon: undefined },
  takenBack: { label: 'Taken back', tone: 'closed', icon: undefined },
} as const satisfies Record<Bid['fate'], unknown>;

function Explained({ title, fate, rules, sentences }: Bid) {
  const { label, tone, icon } = FATES[fate];
  const [why, ...more] = sentences;
  return (
    <li className={classes.bid}>
      <h3 className={classes.title}>
        <span className="sy-number">{title}</span>
        <Tag tone={tone} {...(icon && { icon })}>
          {label}
        </Tag>
      </h3>
      <p>{why}</p>
      {more.length > 0 && (
        <ul className={classes.more}>
          {more.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {rules.length > 0 && (
        <p className={classes.rules}>
          {rules.length === 1 ? 'Rule' : 'Rules'} {rules.join(', ')}
        </p>
      )}
    </li>
  );
}

function Answer({ why }: { why: WhyOfLot }) {
  return (
    <>
      <div className={classes.summary}>
        {why.summary.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {why.paddle !== null && <p className="sy-dim">You are paddle {why.paddle} in this sale.</p>}
      </div>
      <ol className={classes.bids} aria-label="Your bids, the newest first">
        {why.bids.map((bid) => (
          <Explained key={`${bid.seq}-${bid.enteredBy}`} {...bid} />
        ))}
      </ol>
      {why.omitted > 0 && <p className="sy-dim">and {countOf(why.omitted, 'earlier bid')}</p>}
      <p className="sy-dim">
        From the sale's log; times in Sydney. Other people's maximums and the reserve are not shown here.
      </p>
    </>
  );
}

/** What became of each of the viewer's bids on a lot, in plain sentences, the newest first. */
export function WhyDialog({
  auction,
  lot,
  onClose,
}: {
  auction: string;
  lot: { _id: string; number: string };
  onClose: () => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(whyQuery(auction, lot._id));
  const isNothing = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      title={`Your bids on lot ${lot.number}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {/* Focused first: a dialog that focuses its only button opens scrolled to its end. */}
      <div tabIndex={-1} data-autofocus className={classes.answer}>
        {data ? (
          <Answer why={data} />
        ) : isNothing ? (
          <Empty title="You made no bid on this lot." />
        ) : error && !isFetching ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Reading the sale's log…" />
        )}
      </div>
    </Dialog>
  );
}
