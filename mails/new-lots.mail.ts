import { lotAddress, saleAddress, stopMailsAddress } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, mail } from './mail.ts';

/** Lots of a sale that the mail lists; the others are only counted. */
const LOTS_NAMED = 20;

/** A sale with lots that match, of which `count` may be more. */
type Sale = {
  searchNumber: number;
  title: string;
  kindData: { title: string };
  /** `label`: "Lot 7", or "ID 30012" while the sale does not show the numbers. */
  lots: readonly { searchNumericId: number; label: string; title: string }[];
  count: number;
};

type Data = {
  origin: string;
  sales: readonly Sale[];
  /** The names of the saved searches that the lots match, as far as an e-mail may contain them. */
  names: readonly string[];
  /** Stops these mails without signing in. */
  stopToken: string;
};

const newLots = (count: number): string => (count === 1 ? '1 new lot' : `${count} new lots`);

export default mail<Data>(
  ({ origin, sales, names, stopToken }) => {
    const count = sales.reduce((sum, sale) => sum + sale.count, 0);
    const named = names.join(', ');
    return {
      subject: `${newLots(count)} for your saved ${names.length === 1 ? 'search' : 'searches'}${named && `: ${named}`}`,
      heading: `${newLots(count)} for you`,
      paragraphs: [`Lots that match what you saved${named && ` (${named})`} are in a catalogue now.`],
      links: sales.map((sale) => ({
        heading: sale.title,
        lines: sale.lots.slice(0, LOTS_NAMED).map((lot) => ({
          label: `${lot.label}: ${lot.title}`,
          url: `${origin}${lotAddress(sale, lot)}`,
        })),
        more:
          sale.count > Math.min(sale.lots.length, LOTS_NAMED)
            ? `And more: ${origin}${saleAddress(sale)}`
            : `The whole catalogue: ${origin}${saleAddress(sale)}`,
      })),
      unsubscribe: {
        label: 'Stop e-mails about my saved searches',
        url: `${origin}${stopMailsAddress(stopToken)}`,
      },
    };
  },
  {
    origin: EXAMPLE_ORIGIN,
    sales: [
      {
        searchNumber: 1042,
        title: 'Weekly store cattle sale',
        kindData: { title: 'Cattle' },
        lots: [
          { searchNumericId: 30007, label: 'Lot 7', title: '34 Angus steers' },
          { searchNumericId: 30012, label: 'Lot 12', title: '18 Hereford heifers' },
        ],
        count: 2,
      },
    ],
    names: ['Steers near Wagga'],
    stopToken: 'example-token',
  },
);
