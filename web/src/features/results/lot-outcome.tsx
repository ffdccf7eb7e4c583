import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { correctedText } from '@saleyard/domain/presentation/corrected.ts';
import { IconArrowBackUp, IconCircleCheck, IconGavel, IconLock, IconMinus, IconX } from '@/config/icons.ts';
import { Tag } from '@/ui/tag.tsx';
import { type ClosedLot, LOT_RESULT_LABELS, type LotResult, perKgCents } from './lot-result.ts';

const MARKS = {
  bought: { tone: 'strong', icon: IconCircleCheck },
  sold: { tone: 'live', icon: IconGavel },
  soldAfterAuction: { tone: 'live', icon: IconGavel },
  passed: { tone: 'open', icon: IconArrowBackUp },
  noBid: { tone: 'closed', icon: IconMinus },
  withdrawn: { tone: 'closed', icon: IconX },
  soldBeforeAuction: { tone: 'closed', icon: IconLock },
  closed: { tone: 'closed', icon: IconLock },
} as const;

/** What became of a lot: its word, with a shape of its own. */
export function ResultTag({ result }: { result: LotResult }) {
  return <Tag {...MARKS[result]}>{LOT_RESULT_LABELS[result]}</Tag>;
}

/** What a lot was knocked down as before its result was corrected; nothing for other lots. */
function KnockedDown({ lot }: { lot: ClosedLot }) {
  return lot.corrected && <span className="sy-dim">{correctedText(lot)}</span>;
}

/** At which price a lot closed, what of sold cattle that makes per kg, and where its buyer is; nothing without a price. */
export function ClosedPrice({ lot, kind }: { lot: ClosedLot; kind: PublicAuction['kindData']['type'] }) {
  if (lot.closedPrice === null) return <KnockedDown lot={lot} />;
  const { town = '', state = '' } = lot.winnerData?.officeAddress ?? {};
  const to = [town, state].filter(Boolean).join(', ');
  const perKg = perKgCents(lot, kind);
  return (
    <>
      <strong className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</strong>
      <KnockedDown lot={lot} />
      {perKg !== null && <span className="sy-number sy-dim">{formatPriceWithUnit(perKg, 'kg')}</span>}
      {to !== '' && <span className="sy-dim">To: {to}</span>}
    </>
  );
}
