import type { AuctionSummary } from '@saleyard/contract/rest.ts';
import { IconArrowUpRight } from '@tabler/icons-react';
import { paths } from '@/app/paths.ts';
import { SaleRow, saleFacts } from '@/components/sale-row.tsx';
import { StateTag } from '@/components/state-tag.tsx';
import { AUCTION_STATE_LABELS, AUCTION_TYPE_LABELS } from '@/lib/auction-words.ts';

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
  return (
    <SaleRow
      auction={auction}
      state={<State auction={auction} />}
      type={AUCTION_TYPE_LABELS[auction.auctionType]}
      facts={saleFacts(auction)}
      way={(titleId) =>
        canEnter && (
          <a href={paths.liveRoom(auction)} target="_blank" rel="noopener" aria-describedby={titleId}>
            Enter Auction
            <IconArrowUpRight size={18} stroke={2.25} aria-label="(opens a new window)" />
          </a>
        )
      }
    />
  );
}
