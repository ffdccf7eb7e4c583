import { isWinning, lotTimeLeft, outcomeOf, type RoomLot, type SaleClock, type Viewer } from './lot-state.ts';

/** What a screen reader announces. `assertive` interrupts; `direct` answers what the viewer just did. */
export type Announcement = { text: string; assertive: boolean; direct?: boolean };

/** Seconds left at which the viewer's own lots are spoken of, the last first. */
const WARNINGS = [10, 30] as const;

/** What was said of a lot, so that nothing is said twice. */
export type Heard = { winning: boolean; outcome: string; warned: number };

const isOwn = (lot: RoomLot, viewer: Viewer): boolean =>
  viewer.participated.has(lot._id) || isWinning(lot, viewer);

function lotText(lot: RoomLot, before: Heard, now: Heard): Announcement[] {
  const name = `Lot ${lot.number}`;
  if (now.outcome === 'won' && before.outcome !== 'won')
    return [{ text: `You won ${name}`, assertive: true }];
  if (now.outcome === 'lost' && before.outcome !== 'lost')
    return [{ text: `${name} sold to another bidder`, assertive: false }];
  const said: Announcement[] = [];
  if (before.winning && !now.winning && now.outcome === '')
    said.push({ text: `Outbid on ${name}`, assertive: true });
  if (now.warned !== before.warned && now.warned > 0)
    said.push({ text: `${name}: ${now.warned} seconds left`, assertive: now.warned === 10 });
  return said;
}

/**
 * News of the viewer's own lots since `heard` was last brought up to date; `heard` is renewed. A lot's first sight
 * is silent. Time is server ms.
 */
export function announcements(
  lots: Iterable<RoomLot>,
  auction: SaleClock,
  viewer: Viewer,
  heard: Map<string, Heard>,
  now: number,
): Announcement[] {
  const said: Announcement[] = [];
  for (const lot of lots) {
    if (!isOwn(lot, viewer)) continue;
    const left = lotTimeLeft(lot, auction, now);
    const warned = left === null || left <= 0 ? 0 : (WARNINGS.find((at) => left <= at * 1000) ?? 0);
    const current = { winning: isWinning(lot, viewer), outcome: outcomeOf(lot, viewer), warned };
    const before = heard.get(lot._id);
    heard.set(lot._id, current);
    if (before) said.push(...lotText(lot, before, current));
  }
  return said;
}

/** The most lots named one by one in a single announcement; beyond, they are counted. */
const MOST_NAMED = 3;

/** Many announcements as one sentence each for the polite and the assertive region; '' when silent. */
export function coalesce(said: readonly Announcement[]): { polite: string; assertive: string } {
  const sentence = (items: readonly Announcement[]) => {
    const news = items.filter(({ direct }) => !direct);
    const named = [...items.filter(({ direct }) => direct), ...news.slice(0, MOST_NAMED)];
    const more = news.length - MOST_NAMED;
    return [
      ...named.map(({ text }) => text),
      ...(more > 0 ? [`And ${more} more of your lots changed`] : []),
    ].join('. ');
  };
  return {
    polite: sentence(said.filter(({ assertive }) => !assertive)),
    assertive: sentence(said.filter(({ assertive }) => assertive)),
  };
}
