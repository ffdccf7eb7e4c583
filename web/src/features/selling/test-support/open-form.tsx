/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { Me } from '@saleyard/contract/accounts.ts';
import type { StartedLot, WholeListing, WrittenContent } from '@saleyard/contract/selling.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { deviceNow } from '@/lib/clock.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
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

const DAY_MS = 24 * 3_600_000;
const SOON = deviceNow() + 10 * DAY_MS;
const saleOf = (kind: KindType) =>
  exampleAuction({
    state: 'future',
    openAt: SOON - 1_000,
    liveAt: SOON,
    kindData: { type: kind, title: FORMS[kind].title },
  });

/** A person who may sell. */
export const SELLER = { status: 'approved-seller', type: 'seller' } as const;

/** ms after the last key at which the form reads what follows from all its values. */
export const PAUSE_MS = 300;

/** Longer than any test: a draft is saved when that is asked for, however slowly it is typed. */
const NEVER_MS = DAY_MS;

const NO_SIMILAR = {
  ...{ kindType: 'cattle', sex: 'Steer(s)', state: null, unit: 'head', weight: null, lots: 0, head: 0 },
  ...{ lowest: null, median: null, highest: null, prices: [], sales: [] },
};

/** The form of a new lot, as it is opened: once its person is known. `pics`: one's favourite vendors. `saved`: what was sent of the lot, in order. */
export const openForm = (kind: KindType, me: Partial<Me> = {}, pics: readonly object[] = []) =>
  shownForm(kind, null, me, pics);

/** The day this many days from now. */
export const dayIn = (days: number): string => dayKey(deviceNow() + days * DAY_MS);

type Change = Partial<Omit<WrittenContent, 'details'>> & { details?: Record<string, unknown> };

/** The form of a draft that could be submitted but for these changes. */
export function openDraft(kind: KindType, { details, ...change }: Change = {}, me: Partial<Me> = {}) {
  const { content, ...listing } = exampleListing(kind);
  const days = { assessmentDate: dayIn(-1), earliestDelivery: dayIn(12), latestDelivery: dayIn(20) };
  const written = { ...content, ...change, details: { ...content.details, ...days, ...details } };
  const draft = { phase: 'draft', draft: true, approved: false, mayEditLate: false } as const;
  return shownForm(kind, { ...listing, ...draft, content: written as WrittenContent }, me);
}

async function shownForm(
  kind: KindType,
  opened: WholeListing | null,
  me: Partial<Me>,
  pics: readonly object[] = [],
) {
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
        opened={opened}
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
