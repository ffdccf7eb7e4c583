import { fullContent, sentContent } from '@saleyard/domain/listing/test-support/example-listings.ts';
import { saleTerms } from './example-bodies.ts';
import { startCommandApi } from './running-command-api.ts';

export const DAY_MS = 24 * 3_600_000;
/** The phone of every lot's vendor; personal, so no record may contain it. */
export const PHONE = '0412345678';

const FAR = { openInMs: 20 * DAY_MS, liveInMs: 21 * DAY_MS };

export type Selling = Awaited<ReturnType<typeof startSelling>>;

/** The write side with staff, two signed-in sellers (Vera: cattle; Otto: also sheep) and a sale of cattle. */
export async function startSelling(options?: Parameters<typeof startCommandApi>[0]) {
  const api = await startCommandApi(options);
  await api.register('staff@yard.example', { role: 'admin', status: 'registered' });
  const sells = { status: 'approved-seller', type: 'seller' } as const;
  const veraId = await api.register('vera@yard.example', { ...sells, approvedStockTypes: ['Cattle'] });
  await api.register('otto@yard.example', { ...sells, approvedStockTypes: ['Cattle', 'Sheep'] });
  const staff = await api.signIn('staff@yard.example');
  const vera = await api.signIn('vera@yard.example');
  const otto = await api.signIn('otto@yard.example');

  /** A sale that the read model shows. */
  async function scheduled(
    { kind = 'cattle', ...details }: Record<string, unknown> = {},
    when = FAR,
  ): Promise<string> {
    const { body } = await api.call('POST', 'staff/auctions', {
      cookie: staff,
      body: {
        details: { title: 'Spring Store Sale', kind, ...details },
        terms: saleTerms(api.clock.now(), when),
      },
    });
    const auction = String((body['data'] as { _id?: string } | undefined)?._id);
    while ((await api.documents.get('auctions', auction)) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return auction;
  }

  /** The date this many days from now. */
  const far = (days: number): string => new Date(api.clock.now() + days * DAY_MS).toISOString().slice(0, 10);

  /** All required fields of a draft, for a sale in three weeks. */
  const full = (change: Record<string, unknown> = {}) => {
    const content = sentContent(fullContent('cattle'));
    const details = {
      ...content.details,
      assessmentDate: far(-1),
      earliestDelivery: far(23),
      latestDelivery: far(30),
      vendorPhone: PHONE,
    };
    return { ...content, details, ...change };
  };

  return { api, staff, vera, veraId, otto, sale: await scheduled(), scheduled, far, full };
}
