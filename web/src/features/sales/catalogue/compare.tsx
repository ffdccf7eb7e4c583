import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import { Link } from 'react-router';
import { COMPARED_LOTS, paths } from '@/config/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/layout.tsx';
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
  onCompare: (lot: number) => void;
}) {
  const number = lot.searchNumericId;
  const isChosen = compared.includes(number);
  return (
    <Button
      variant="default"
      size="md"
      aria-pressed={isChosen}
      disabled={!isChosen && compared.length >= COMPARED_LOTS}
      aria-label={`Compare ${lotLabel(lot, auction)}`}
      onClick={() => onCompare(number)}
    >
      {isChosen ? 'Comparing' : 'Compare'}
    </Button>
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
    <Card as="section" className={`${classes.tray} sy-no-print`} aria-label="Lots to compare">
      <p role="status">
        {compared.length === 1
          ? 'Choose another lot to compare'
          : `${countOf(compared.length, 'lot')} to compare`}
      </p>
      <Button variant="default" size="md" onClick={onClear}>
        Clear
      </Button>
      {compared.length > 1 && (
        <Button component={Link} size="md" to={paths.comparison(auction, compared)} onClick={onOpen}>
          Compare
        </Button>
      )}
    </Card>
  );
}
