import { lotAddress } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, mail } from './mail.ts';

type Data = {
  origin: string;
  sale: { searchNumber: number; title: string; kindData: { title: string } };
  /** `label`: "Lot 7", or "ID 30012" while the sale does not show the numbers. */
  lot: { searchNumericId: number; label: string; title: string };
  /** What was changed, one fact each. */
  changes: readonly string[];
};

/** To the seller of a lot in a catalogue that staff changed. */
export default mail<Data>(
  ({ origin, sale, lot, changes }) => ({
    subject: `Your lot was changed: ${lot.title}`,
    heading: `Your lot was changed: ${lot.title}`,
    paragraphs: [`The office changed your lot in ${sale.title} (${lot.label}).`, ...changes],
    action: { label: 'Open the lot', url: `${origin}${lotAddress(sale, lot)}` },
    after: ['If something is not as you agreed, please call support.'],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    sale: { searchNumber: 1042, title: 'Weekly store cattle sale', kindData: { title: 'Cattle' } },
    lot: { searchNumericId: 30012, label: 'Lot 3', title: '34 Angus steers' },
    changes: ['Number: 3 (was 7)', 'Start price: $1,250 (was $1,200)'],
  },
);
