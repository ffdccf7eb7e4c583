import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { IconArrowUpRight } from '@tabler/icons-react';
import { PlainTag, StateTag } from '../../components/state-tag.tsx';
import {
  AUCTION_STATE_LABELS,
  AUCTION_TYPE_EXPLAINED,
  AUCTION_TYPE_LABELS,
} from '../../lib/auction-words.ts';
import { formatDateTime, formatTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import classes from './upcoming.module.css';

function State({ auction }: { auction: AuctionSummary }) {
  if (auction.cancelled) return <StateTag mood="closed">Cancelled</StateTag>;
  if (auction.frozenTime !== null) return <StateTag mood="frozen">Auction frozen</StateTag>;
  if (auction.auctionpaused) return <StateTag mood="paused">Auction paused</StateTag>;
  const mood = auction.state === 'future' ? 'upcoming' : auction.state;
  return (
    <>
      <StateTag mood={mood}>{AUCTION_STATE_LABELS[auction.state]}</StateTag>
      {auction.state === 'open' && auction.allowAutoBid && <span>Set your Auto-bids</span>}
    </>
  );
}

/** One sale of the list: when, what, where, how many, and the way in while it is open or live. */
export function AuctionRow({ auction }: { auction: AuctionSummary }) {
  const canEnter = !auction.cancelled && (auction.state === 'open' || auction.state === 'live');
  const titleId = `sale-${auction.searchNumber}`;
  return (
    <li className={classes.row} data-state={auction.cancelled ? 'cancelled' : auction.state}>
      <div className={classes.when}>
        <time className="sy-number" title={formatDateTime(auction.liveAt)}>
          {formatTime(auction.liveAt)}
        </time>
        <span className="sy-dim">Sydney</span>
      </div>
      <div className={classes.what}>
        <h3 id={titleId}>{auction.title}</h3>
        <div className={classes.tags}>
          <State auction={auction} />
          <PlainTag>{auction.kindData.title}</PlainTag>
          <PlainTag title={AUCTION_TYPE_EXPLAINED[auction.auctionType]}>
            {AUCTION_TYPE_LABELS[auction.auctionType]}
          </PlainTag>
          <span className="sy-dim">No. {auction.number}</span>
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>State</dt>
          <dd>{auction.location.state.join(', ') || '–'}</dd>
        </div>
        <div>
          <dt>Head</dt>
          <dd className="sy-number">{formatCount(auction.headCount)}</dd>
        </div>
        <div>
          <dt>Lots</dt>
          <dd className="sy-number">{formatCount(auction.lotCount)}</dd>
        </div>
      </dl>
      <div className={classes.enter}>
        {canEnter && (
          <a
            href={`/auction-live/${auction.searchNumber}`}
            target="_blank"
            rel="noopener"
            className={classes.button}
            aria-describedby={titleId}
          >
            Enter Auction
            <IconArrowUpRight size={18} stroke={2.25} aria-label="(opens a new window)" />
          </a>
        )}
      </div>
    </li>
  );
}
