import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { KIND_TITLES } from '@saleyard/domain/listing/stock.ts';

type Kind = PublicAuction['kindData']['type'];

/** Heads of the stock, drawn in the stroke of the other icons on a ground of 24 by 24. */
const CATTLE =
  'M7 8C4.5 8 3 6.5 3 4M17 8c2.5 0 4-1.5 4-4M7 8h10l-1 8a4 4 0 0 1-8 0zM7 9.5 4 11M17 9.5l3 1.5M10 12v.01M14 12v.01M10.5 17h3';
const SHEEP =
  'M8 8a2.5 2.5 0 0 1 1.5-4 3 3 0 0 1 5 0A2.5 2.5 0 0 1 16 8M8 8h8l-1 8a3 3 0 0 1-6 0zM8 9 4.5 10.5 7.5 12.5M16 9l3.5 1.5-3 2M10.5 12v.01M13.5 12v.01M11 16.5h2';
const GOAT =
  'M9 8C8.5 5 7 3.5 5 3M15 8c.5-3 2-4.5 4-5M8.5 8h7l-1 8a2.5 2.5 0 0 1-5 0zM8.5 9 5 10M15.5 9l3.5 1M10.5 12v.01M13.5 12v.01M12 18.5V21';

const DRAWN: Readonly<Record<Kind, string>> = {
  cattle: CATTLE,
  sheep: SHEEP,
  'sheep-abblamb': SHEEP,
  goat: GOAT,
};

/** The kind of stock as a picture. */
export function KindIcon({ kind, size }: { kind: Kind; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={KIND_TITLES[kind]}
    >
      <path d={DRAWN[kind]} />
    </svg>
  );
}
