import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatCount } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { PRINTED_LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
import { placeOf } from '@saleyard/domain/presentation/lots.ts';
import { priceText } from '../documents/wording.ts';
import type { ListingOfSale } from './listings.queries.ts';

/**
 * A listing's details in an e-mail to its vendor. The reserve is left out, since others may read the mail.
 * `hasTyped`: whether it contains what the seller typed freely.
 */
export function listingLetter(
  { listing, sale }: ListingOfSale,
  vendorName: string,
  { hasTyped = true } = {},
): { title: string; lines: string[] } {
  const { kind, view, count, unit, startCents, phase, searchNumericId } = listing;
  const { title, summary, location, majorBreed, sex, stockCategory, agentComment } = view.publicDetails;
  const typed = (text: string): string => (hasTyped ? text : '');
  const facts = [
    ['ID', String(searchNumericId)],
    ['Status', PRINTED_LISTING_LABELS[phase]],
    ['Auction', sale === undefined ? '' : `${sale.title}, ${formatDateTimeWithZone(sale.liveAt)}`],
    ['Kind', FORMS[kind].title],
    ['Head', count === null ? '' : formatCount(count)],
    ['Vendor', typed(vendorName)],
    ['Place', typed(placeOf(location))],
    ['Breed', typed(majorBreed)],
    ['Sex', typed([sex, stockCategory].filter(Boolean).join(', '))],
    ['Age', summary.age],
    ['Weight', summary.weight],
    ['Start Price', unit === null ? '' : priceText(startCents, unit)],
    ['Comment', typed(agentComment)],
  ] as const;
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return { title: typed(title) || `ID ${searchNumericId}`, lines };
}
