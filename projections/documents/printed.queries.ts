import { LOTS_PER_STEP } from '@saleyard/contract/documents.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { LOTS_LIMIT } from '@saleyard/domain/auction/scheduling.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { catalogueLot, listLots, lotPage, type StoredLot } from '../lots/lots.queries.ts';
import type { OpenTexts } from '../lots/own-texts.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import type { PicturedLot, PrintedPicture, PrintedSale } from './task.ts';

/** Finds a lot's picture by its address; null: none that can be printed. */
export type PictureOf = (url: string) => Promise<PrintedPicture | null>;

export type PrintedParts = { documents: Documents; openTexts: OpenTexts; pictureOf: PictureOf };

export function printedSale(auction: StoredAuction): PrintedSale {
  const { number, title, description, state, auctionType, kindData, liveAt, closedAt } = auction;
  const { lotCount, headCount, showLotNumbers, requiresTabs, auctionTabs } = auction;
  const { resultTable, totalTable, location } = auction;
  return {
    number,
    title,
    description,
    state,
    auctionType,
    kindData,
    liveAt,
    closedAt,
    lotCount,
    headCount,
    showLotNumbers,
    requiresTabs,
    auctionTabs,
    resultTable,
    totalTable,
    states: location.state,
  };
}

/** Every lot of a sale in catalogue order, as visitors see it. */
export async function allLots(documents: Documents, auction: StoredAuction): Promise<CatalogueLot[]> {
  const { lots } = await listLots(documents, auction._id, { page: 1 }, LOTS_LIMIT);
  return lots.map((lot) => catalogueLot(lot, auction, false));
}

/** A lot with its picture, as visitors see it; `mine`: as its owner does. null: it has no page. */
export async function picturedLot(
  parts: PrintedParts,
  auction: StoredAuction,
  stored: StoredLot,
  { mine = false }: { mine?: boolean } = {},
): Promise<PicturedLot | null> {
  const { pictureOf } = parts;
  const lot = await lotPage(parts, catalogueLot(stored, auction, mine), auction);
  if (lot === undefined) return null;
  const [first] = lot.media;
  const picture = first === undefined || lot.withdrawn ? null : await pictureOf(first.url);
  return { lot, picture };
}

/**
 * One part of a catalogue's lots with all their public fields; `step` counts from 1. `steps`: the number of parts.
 * `total`: the number of lots.
 */
export async function lotsOfStep(
  parts: PrintedParts,
  auction: StoredAuction,
  step: number,
): Promise<{ lots: PicturedLot[]; steps: number; total: number }> {
  const { lots: stored, total } = await listLots(parts.documents, auction._id, { page: step }, LOTS_PER_STEP);
  const found = await Promise.all(stored.map((lot) => picturedLot(parts, auction, lot)));
  return {
    lots: found.filter((lot) => lot !== null),
    steps: Math.max(1, Math.ceil(total / LOTS_PER_STEP)),
    total,
  };
}
