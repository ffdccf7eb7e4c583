import { saleAddress } from '@saleyard/contract/web-addresses.ts';
import { EXAMPLE_ORIGIN, mail } from './mail.ts';

/** When it opens and goes live, as texts in the sale's zone. */
type Times = { openAt: string; liveAt: string };

type Data = {
  origin: string;
  sale: { searchNumber: number; title: string; kindData: { title: string } };
  /** Its times before and now; null: they stay. */
  moved: { before: Times; now: Times } | null;
  /** The seller's lots that have another number. */
  renumbered: readonly { title: string; before: string; now: string }[];
  /** Why the person gets this mail. */
  reader: 'seller' | 'watcher';
};

/** To those who sell in a sale or watch a lot of it, when staff moved it or gave lots other numbers. */
export default mail<Data>(
  ({ origin, sale, moved, renumbered, reader }) => ({
    subject: moved ? `New time: ${sale.title}` : `New lot numbers: ${sale.title}`,
    heading: moved ? `${sale.title} has a new time` : `${sale.title} has new lot numbers`,
    paragraphs: [
      ...(moved
        ? [
            `It now goes live on ${moved.now.liveAt}. Before, that was ${moved.before.liveAt}.`,
            `It opens on ${moved.now.openAt}.`,
            `For your calendar: ${origin}/api/v1/auctions/${sale.searchNumber}/calendar. It replaces the earlier entry.`,
          ]
        : []),
      ...renumbered.map(({ title, before, now }) => `${title}: lot ${before} is now lot ${now}.`),
    ],
    action: { label: 'Open the catalogue', url: `${origin}${saleAddress(sale)}` },
    after: [
      reader === 'seller'
        ? 'You get this e-mail because you entered a lot in this sale.'
        : 'You get this e-mail because you watch a lot of this sale.',
    ],
  }),
  {
    origin: EXAMPLE_ORIGIN,
    sale: { searchNumber: 1042, title: 'Weekly store cattle sale', kindData: { title: 'Cattle' } },
    moved: {
      before: {
        openAt: 'Thursday 1 October 2026 - 10.00 AM Sydney',
        liveAt: 'Friday 2 October 2026 - 10.00 AM Sydney',
      },
      now: {
        openAt: 'Friday 2 October 2026 - 10.00 AM Sydney',
        liveAt: 'Saturday 3 October 2026 - 10.00 AM Sydney',
      },
    },
    renumbered: [{ title: '34 Angus steers', before: '7', now: '3' }],
    reader: 'seller',
  },
);
