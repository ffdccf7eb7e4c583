import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { saleAddress } from '@saleyard/contract/web-addresses.ts';
import ical, { ICalEventStatus } from 'ical-generator';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/**
 * A sale as an iCalendar event (RFC 5545): from when it goes live until its end, if it has one. The event keeps its
 * id, so that a calendar replaces it when the file is imported again. `siteOrigin`: '' omits the address. `now`: ms.
 */
export function calendarOf(auction: AuctionSummary, siteOrigin: string, now: number): string {
  const { _id, title, number, kindData, lotCount, headCount, description, liveAt, finishAt, openAt } =
    auction;
  // The calendar has no name: the library does not escape it.
  const calendar = ical({
    prodId: { company: 'Saleyard', product: 'Auctions', language: 'EN' },
  });
  const url = siteOrigin === '' ? null : siteOrigin + saleAddress(auction);
  const facts = `${kindData.title}, auction no. ${number}: ${lotCount} lots, ${headCount} head.`;
  calendar.createEvent({
    id: `${_id}@saleyard`,
    stamp: new Date(now),
    start: new Date(liveAt),
    ...(finishAt !== null && finishAt > liveAt && { end: new Date(finishAt) }),
    summary: title,
    description: [facts, description, url ?? ''].filter((part) => part !== '').join('\n\n'),
    status: auction.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(url !== null && { url }),
  });
  if (openAt < liveAt && auction.allowAutoBid && !auction.cancelled) {
    calendar.createEvent({
      id: `${_id}-open@saleyard`,
      stamp: new Date(now),
      start: new Date(openAt),
      summary: `Auto-bids open: ${title}`,
      ...(url !== null && { url }),
    });
  }
  return calendar.toString();
}
