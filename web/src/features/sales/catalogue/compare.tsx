import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import { Link } from 'react-router';
import { COMPARED_LOTS, paths } from '@/config/paths.ts';
import cards from '@/ui/lots/lot-card.module.css';
import classes from './catalogue.module.css';

/** Chooses a lot to be compared with others, or takes it back; a full comparison takes no more. */
export function CompareButton({
  lot,
  auction,
  compared,
  onCompare,
}: {
  lot: CatalogueLot;
  auction: Pick<AuctionSummary, 'showLotNumbers'>;
  compared: readonly number[];
  onCompare: (lots: readonly number[]) => void;
}) {
  const number = lot.searchNumericId;
  const isChosen = compared.includes(number);
  return (
    <button
      type="button"
      className={cards['action']}
      aria-pressed={isChosen}
      disabled={!isChosen && compared.length >= COMPARED_LOTS}
      aria-label={`Compare ${lotLabel(lot, auction)}`}
      onClick={() => onCompare(isChosen ? compared.filter((one) => one !== number) : [...compared, number])}
    >
      {isChosen ? 'Comparing' : 'Compare'}
    </button>
  );
}

/** How many lots were chosen, and the way to see them side by side. */
export function CompareTray({
  auction,
  compared,
  onOpen,
  onClear,
}: {
  auction: AuctionSummary;
  compared: readonly number[];
  onOpen: () => void;
  onClear: () => void;
}) {
  return (
    <section className={`${classes.tray} sy-panel sy-no-print`} aria-label="Lots to compare">
      <p role="status">
        {compared.length === 1
          ? 'Choose another lot to compare'
          : `${countOf(compared.length, 'lot')} to compare`}
      </p>
      <button type="button" className={cards['action']} onClick={onClear}>
        Clear
      </button>
      {compared.length > 1 && (
        <Link to={paths.comparison(auction, compared)} className={cards['action']} data-main onClick={onOpen}>
          Compare
        </Link>
      )}
    </section>
  );
}
