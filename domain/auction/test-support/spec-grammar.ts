import { LOT_LIMITS } from '../../listing/stock.ts';
import type { Command, CommandBody } from '../commands.ts';
import { decisionOf } from '../decision.ts';
import type { AuctionEvent } from '../events.ts';
import { DEFAULT_POLICY, type Policy, RULES_VERSION } from '../policy.ts';
import type { AuctionDetails, AuctionTerms, LotTerms } from '../terms.ts';

/** The words in which this room's specifications are written: short sales, commands at a time, short answers. */

export const details = (changes: Partial<AuctionDetails> = {}): AuctionDetails => ({
  searchNumber: 7,
  title: 'Weaners',
  description: '',
  kind: 'cattle',
  public: true,
  states: ['NSW'],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: 42,
  ...changes,
});

/** A timed sale of ten minutes that opens and goes live at zero, a minute's stale time, unless changed. */
export const terms = ({
  policy,
  ...changes
}: Omit<Partial<AuctionTerms>, 'policy'> & { policy?: Partial<Policy> } = {}): AuctionTerms => ({
  type: 'simultaneous',
  openAt: 0,
  liveAt: 0,
  durationSeconds: 600,
  staggerSeconds: 0,
  staleTimeSeconds: 60,
  inactiveSeconds: 60,
  lotOpeningSeconds: 60,
  gapSeconds: 0,
  allowAutoBid: true,
  allowUpcomingBid: false,
  lotValueCents: LOT_LIMITS.valueCents,
  rules: RULES_VERSION,
  ...changes,
  policy: { ...DEFAULT_POLICY, ...policy },
});

/** Ten head from 300 cents, by 100, without a reserve, unless changed. */
export const lot = (changes: Partial<LotTerms> = {}): LotTerms => ({
  lot: '1',
  number: '1',
  searchNumericId: 1,
  unit: 'head',
  count: 10,
  startCents: 300,
  incrementCents: 100,
  reserveCents: null,
  maxVendorBids: 0,
  createdBy: 'vera',
  description: null,
  ...changes,
});

/** The events of a sale that is scheduled and catalogued at zero, and no more. */
export const scheduled = (
  how: Parameters<typeof terms>[0] = {},
  lots: readonly LotTerms[] = [lot()],
): AuctionEvent[] => [
  { type: 'AuctionScheduled', data: { at: 0, details: details(), terms: terms(how) } },
  { type: 'LotsCatalogued', data: { at: 0, lots } },
];

/** A command at a time (ms). */
export const at = (ms: number, body: CommandBody): Command => ({ at: ms, body });

export const bid = (bidder: string, cents: number, on = '1'): CommandBody => ({
  type: 'bid',
  lot: on,
  bidder,
  cents,
});

export const autoBid = (bidder: string, maxCents: number, on = '1'): CommandBody => ({
  type: 'autoBid',
  lot: on,
  bidder,
  maxCents,
});

/** A command's answer in short: `600 jane`, `no bid`, or the code of its refusal. */
export function answer(events: readonly AuctionEvent[]): string {
  const decision = decisionOf(events);
  if (decision === null) return 'no decision';
  if (decision.outcome === 'refused') return decision.code;
  return decision.currentBidCents === null ? 'no bid' : `${decision.currentBidCents} ${decision.leader}`;
}

/** Events in short: their types, in order. */
export const types = (events: readonly AuctionEvent[]): string[] => events.map(({ type }) => type);
