/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { StartedLot } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { deviceNow } from '@/lib/clock.ts';
import { person } from '@/test-support/example-person.ts';
import { exampleAuction } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen } = await import('@testing-library/react');
const { useQuery } = await import('@tanstack/react-query');
const { renderScreen } = await import('@/test-support/render.tsx');
const { meQuery } = await import('@/lib/session.ts');
const { LotForm } = await import('@/features/selling/lot-form.tsx');

/** The server behind the form: to be listened to before, and closed after the tests. */
export const server = mockServer();

const SOON = deviceNow() + 10 * 24 * 3_600_000;
const saleOf = (kind: KindType) =>
  exampleAuction({
    state: 'future',
    openAt: SOON - 1_000,
    liveAt: SOON,
    kindData: { type: kind, title: FORMS[kind].title },
  });

/** A person who may sell. */
export const SELLER = { status: 'approved-seller', type: 'seller' } as const;

/** Longer than any test: a draft is saved when that is asked for, however slowly it is typed. */
const NEVER_MS = 24 * 3_600_000;

const NO_SIMILAR = {
  ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
  ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
};

/** The form of a new lot, as it is opened: once its person is known. `pics`: one's favourite vendors. `saved`: what was sent of the lot, in order. */
export async function openForm(kind: KindType, me: Partial<Me> = {}, pics: readonly object[] = []) {
  const saved: Partial<StartedLot>[] = [];
  const sale = saleOf(kind);
  server.resetHandlers(
    answers('users/me', { user: person({ ...SELLER, ...me }) }),
    answers('auctions', { auctions: [sale] }),
    answers('pics', { pics }),
    answers('market/similar', NO_SIMILAR),
    answers('states', { states: { NSW: ['Hunter'] } }),
    handles('post', 'auctions/:auction/lots', async (request) => {
      saved.push(((await request.json()) as { lot: StartedLot }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 0, phase: 'draft' };
    }),
  );
  function Opened() {
    const { data } = useQuery(meQuery);
    if (!data) return null;
    return (
      <LotForm
        me={data}
        form={FORMS[kind]}
        sale={sale}
        opened={null}
        onMoved={() => {}}
        autosaveMs={NEVER_MS}
      />
    );
  }
  renderScreen(<Opened />);
  await screen.findAllByRole('button', { name: 'Submit' });
  return { saved, user: userEvent.setup() };
}

/** The titles of the form's sections that are shown. */
export const sections = () =>
  screen.getAllByRole('group').flatMap((group) => group.querySelector(':scope > legend')?.textContent ?? []);
