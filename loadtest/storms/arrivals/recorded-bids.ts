import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** One recorded proxy bid: what the bidder entered, in cents, and when, in seconds from its auction's start. */
export type RecordedBid = { bidder: string; maxCents: number; seconds: number };

/** A finished auction as it was recorded. `finalCents` is the price it closed at. */
export type RecordedLot = {
  name: string;
  openingCents: number;
  finalCents: number;
  /** How long it was set to run, in seconds. */
  durationSeconds: number;
  /** In the order in which they were made; the file's order decides between equal times. */
  bids: RecordedBid[];
  /** The first bidder of the highest maximum. */
  winner: string;
};

/** The columns a file of recorded bids must have. */
const COLUMNS = [
  'auctionId',
  'durationDays',
  'openingCents',
  'finalCents',
  'bidder',
  'maxCents',
  'secondsFromStart',
] as const;
const DAY_SECONDS = 86_400;
type Row = Record<(typeof COLUMNS)[number], string>;

function whole(row: Row, column: keyof Row, line: number): number {
  const value = Number(row[column]);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`line ${line}: ${column} is not a number: ${row[column]}`);
  return Math.round(value);
}

/**
 * Reads a CSV of recorded proxy bids, one lot for each auction in it.
 * @throws Error naming the line and column that can't be read
 */
export function readRecordedLots(file: string): RecordedLot[] {
  const rows = parse(readFileSync(file), { columns: true, skip_empty_lines: true }) as Row[];
  const missing = COLUMNS.filter((column) => rows[0] && !(column in rows[0]));
  if (rows.length === 0 || missing.length > 0) {
    throw new Error(
      `${file} is not a file of recorded bids: ${missing.length ? `no column ${missing.join(', ')}` : 'it is empty'}`,
    );
  }
  const lots = new Map<string, RecordedLot>();
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    let lot = lots.get(row.auctionId);
    if (!lot) {
      lot = {
        name: row.auctionId,
        openingCents: whole(row, 'openingCents', line),
        finalCents: whole(row, 'finalCents', line),
        durationSeconds: whole(row, 'durationDays', line) * DAY_SECONDS,
        bids: [],
        winner: '',
      };
      lots.set(row.auctionId, lot);
    }
    lot.bids.push({
      bidder: row.bidder,
      maxCents: whole(row, 'maxCents', line),
      seconds: whole(row, 'secondsFromStart', line),
    });
  }
  for (const lot of lots.values()) {
    lot.bids.sort((a, b) => a.seconds - b.seconds);
    const best = lot.bids.reduce((top, bid) => (bid.maxCents > top.maxCents ? bid : top));
    lot.winner = best.bidder;
  }
  return [...lots.values()];
}
