/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { handles, mockServer } from '@/test-support/server.ts';
import type { LotFormOf, LotValues } from './lot-values.ts';

const { act, screen, waitFor, within } = await import('@testing-library/react');
const { FormProvider, useForm } = await import('react-hook-form');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SimilarLotsPanel } = await import('./similar-lots.tsx');
const { valuesOf } = await import('./lot-values.ts');

const test = suite('what similar lots were sold for, beside the prices of a lot');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const sold = (id: string, price: number) => ({
  ...{ _id: id, searchNumericId: 30_001, title: `40 Angus Steers ${id}`, count: 40, weightKg: 405.2, price },
  kindData: { type: 'cattle', title: 'Cattle' },
  auctionData: { _id: 'a1', searchNumber: 1042, title: 'Store Sale' },
  closedAt: Date.parse('2026-11-20T02:00:00Z'),
});

/** The panel in a form of these values, and the queries that it sends, in order. */
function open(values: Partial<LotValues>) {
  const asked: Record<string, string>[] = [];
  let form: LotFormOf | undefined;
  server.resetHandlers(
    handles('get', 'market/similar', (request) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      return {
        ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head' },
        ...{ weight: { from: 380, to: 430 }, lots: 2, head: 80, lowest: 150_000, median: 160_000 },
        ...{ highest: 170_000, prices: [150_000, 170_000], sales: [sold('x', 170_000), sold('y', 150_000)] },
      };
    }),
  );
  function Opened() {
    form = useForm<LotValues, unknown, LotValues>({
      defaultValues: { ...valuesOf(FORMS.cattle, '77'), ...values },
    });
    return (
      <FormProvider {...form}>
        <SimilarLotsPanel form={FORMS.cattle} />
      </FormProvider>
    );
  }
  renderScreen(<Opened />);
  return { asked, set: (...of: Parameters<LotFormOf['setValue']>) => act(() => form?.setValue(...of)) };
}

const price = (cents: number) => formatPriceWithUnit(cents, 'head');
const STEERS = { unit: 'head', details: { sex: 'Steer(s)' } } as const;

test('the range, how many lots made more than the own prices, and the sales behind it', async () => {
  const { set } = open({ details: { sex: 'Steer(s)' } });
  screen.getByText('Similar lots sold in 90 days: choose Sex and Bidding first.');
  set('unit', 'head');
  const panel = within(await screen.findByRole('region', { name: 'Similar lots sold in 90 days' }));
  panel.getByText('Steer(s), 380–430 kg, all states');
  panel.getByText(`${price(150_000)} – ${price(170_000)}`);
  panel.getByText(`2 lots, 80 head, half at ${price(160_000)} or more. Few lots: a rough guide only.`);
  set('startCents', 140_000);
  set('reserveCents', 160_000);
  panel.getByText('Your start price is below 2 of 2.');
  panel.getByText('Your reserve is below 1 of 2.');
  const links = panel.getAllByRole('link').map((link) => link.textContent);
  assert.equal(links, ['40 Angus Steers x', '40 Angus Steers y']);
  assert.ok(panel.getAllByText('405 kg · Store Sale · 20/11/2026').length === 2);
});

test('lots of about the weight of the heads that are weighed; heads that the form does not show count nowhere', async () => {
  const heads = [{ weightLive: 400 }, { weightLive: 410 }, { weightLive: 900 }];
  const { asked, set } = open({ ...STEERS, heads, countWeighed: 2 });
  await waitFor(() => assert.is(asked.at(-1)?.['weight'], '405'));
  set('details.state', 'NSW');
  await waitFor(() => assert.is(asked.at(-1)?.['state'], 'NSW'));
  set('optiweighAllowed', true);
  await waitFor(() => assert.is(asked.at(-1)?.['weight'], undefined));
  set('details.weightAverageKg', 380);
  await waitFor(() => assert.is(asked.at(-1)?.['weight'], '380'));
});

test.run();
