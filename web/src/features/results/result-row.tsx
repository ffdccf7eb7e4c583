import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { Link } from 'react-router';
import { PlainTag, StateTag } from '../../components/state-tag.tsx';
import { AUCTION_TYPE_EXPLAINED, AUCTION_TYPE_LABELS } from '../../lib/auction-words.ts';
import { formatDateTime, formatTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { resultsAddress } from './results-address.ts';
import classes from './results-list.module.css';

/** How a sale was run, as results tag it: shorter than the catalogue for the first two. */
export const RESULT_TYPE_LABELS: Readonly<Record<PublicAuction['auctionType'], string>> = {
  ...AUCTION_TYPE_LABELS,
  simultaneous: 'SIM',
  sequential: 'SEQ',
};

const soldOf = ({ resultTable }: AuctionSummary): number | null =>
  resultTable?.categories.reduce((sum, { sold }) => sum + sold, 0) ?? null;

/** One closed sale of the list: when, what, where, how much of it sold, and the way to its results. */
export function ResultRow({ auction }: { auction: AuctionSummary }) {
  const titleId = `results-${auction.searchNumber}`;
  const sold = soldOf(auction);
  const facts = [
    { name: 'State', value: auction.location.state.join(', ') || '–' },
    { name: 'Head', value: formatCount(auction.headCount) },
    { name: 'Lots', value: formatCount(auction.lotCount) },
    { name: 'Sold', value: sold === null ? '–' : formatCount(sold) },
  ];
  return (
    <li className={classes.row} data-cancelled={auction.cancelled || undefined}>
      <div className={classes.when}>
        <time className="sy-number" title={formatDateTime(auction.liveAt)}>
          {formatTime(auction.liveAt)}
        </time>
        <span className="sy-dim">Sydney</span>
      </div>
      <div className={classes.what}>
        <h3 id={titleId}>{auction.title}</h3>
        <div className={classes.tags}>
          {auction.cancelled && <StateTag mood="closed">cancelled</StateTag>}
          <PlainTag>{auction.kindData.title}</PlainTag>
          <PlainTag title={AUCTION_TYPE_EXPLAINED[auction.auctionType]}>
            {RESULT_TYPE_LABELS[auction.auctionType]}
          </PlainTag>
          <span className="sy-dim">No. {auction.number}</span>
        </div>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="sy-number">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.open}>
        {!auction.cancelled && (
          <Link to={resultsAddress(auction)} className={classes.button} aria-describedby={titleId}>
            View Results
          </Link>
        )}
      </div>
    </li>
  );
}
