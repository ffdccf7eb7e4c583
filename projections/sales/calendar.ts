import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { saleAddress } from '@saleyard/contract/web-addresses.ts';
import ical, { ICalEventStatus } from 'ical-generator';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/**
 * A sale as an iCalendar event (RFC 5545): from when it goes live until its end, if it has one. The event keeps its
 * id, so that a calendar replaces it when the file is imported again; `sequence` is higher after each change of the schedule.
 * `siteOrigin`: '' omits the address. `now`: ms.
 */
export function calendarOf(
  auction: AuctionSummary,
  sequence: number,
  siteOrigin: string,
  now: number,
): string {
  const { _id, title, number, kindData, lotCount, headCount, description, liveAt, finishAt, openAt } =
    auction;
  // The calendar has no name: the library does not escape it.
  const calendar = ical({
    prodId: { company: 'Saleyard', product: 'Auctions', language: 'EN' },
  });
  const url = siteOrigin === '' ? null : siteOrigin + saleAddress(auction);
  const status = auction.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED;
  const facts = `${kindData.title}, auction no. ${number}: ${lotCount} lots, ${headCount} head.`;
  calendar.createEvent({
    id: `${_id}@saleyard`,
    sequence,
    stamp: new Date(now),
    start: new Date(liveAt),
    ...(finishAt !== null && finishAt > liveAt && { end: new Date(finishAt) }),
    summary: title,
    description: [facts, description, url ?? ''].filter((part) => part !== '').join('\n\n'),
    status,
    ...(url !== null && { url }),
  });
  if (openAt < liveAt && auction.allowAutoBid) {
    calendar.createEvent({
      id: `${_id}-open@saleyard`,
      sequence,
      stamp: new Date(now),
      start: new Date(openAt),
      summary: `Auto-bids open: ${title}`,
      status,
      ...(url !== null && { url }),
    });
  }
  return calendar.toString();
}
