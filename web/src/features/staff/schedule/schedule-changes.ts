import type { ChangeSaleBody, SaleSchedule } from '@saleyard/contract/staff.ts';
import { DEFAULT_POLICY, type Policy } from '@saleyard/domain/auction/policy.ts';
import { DURATION_NAMES, DURATIONS } from '@saleyard/domain/auction/types/durations.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import { POLICY_LABELS } from '@saleyard/domain/presentation/policies.ts';

/** One thing that differs, in words. */
export type Change = { what: string; before: string; now: string };

type Sent = Pick<ChangeSaleBody, 'details' | 'terms'> & { lots: SaleSchedule['lots'] };

const TEXTS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['states', 'Location'],
  ['public', 'Public'],
  ['auctionTabs', 'Sections'],
] as const;

const SETTINGS = [
  ['descriptionShort', 'Short description'],
  ['imageUrl', 'Picture'],
  ['logoUrl', 'Logo'],
  ['usefulLinks', 'Links'],
  ['auctionTags', 'Tags'],
  ['additionalDateInfo', 'Other dates'],
  ['studSale', 'Stud sale'],
  ['showLotNumbers', 'Lot numbers before it opens'],
  ['showCalculator', 'Calculator'],
  ['viewDetailsDays', 'Lots can be opened (days)'],
  ['addLotOpenTimer', 'Lots can be added (days)'],
  ['editLotDisabledAt', 'Late edits end at'],
  ['specificAgents', 'Accounts that may add lots'],
  ['listingFee', 'Listing fee (cents)'],
] as const;

const TIMES: ReadonlySet<string> = new Set(['openAt', 'liveAt', 'editLotDisabledAt']);
const DAY_SECONDS = 24 * 3_600;

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (TIMES.has(name)) return formatDateTimeWithZone(value);
    return String(name === 'addLotOpenTimer' ? value / DAY_SECONDS : value);
  }
  if (!Array.isArray(value)) return String(value);
  if (value.length === 0) return 'none';
  const parts = value.map((one: unknown) =>
    typeof one === 'object' && one !== null ? String(Object.values(one)[0]) : String(one),
  );
  return name === 'specificAgents' ? String(parts.length) : parts.join(', ');
}

const POLICY_FIELDS = Object.keys(POLICY_LABELS) as (keyof Policy)[];

/** A rule in words; the house's own where none was chosen. */
const policyValue = (field: keyof Policy, policy: Sent['terms']['policy']): string => {
  const value = policy?.[field] ?? DEFAULT_POLICY[field];
  return POLICY_LABELS[field].values[value] ?? value;
};

/** A form leaves out what is empty. */
const stated = (value: unknown): unknown => (value === '' ? null : (value ?? null));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(stated(a)) === JSON.stringify(stated(b));

function changeOf(what: string, name: string, before: unknown, now: unknown): Change[] {
  if (isSame(before, now)) return [];
  const texts = { before: textOf(name, before), now: textOf(name, now) };
  // What differs only in a part that is not shown, as the address of a link.
  return [{ what, ...(texts.before === texts.now ? { before: 'as before', now: 'changed' } : texts) }];
}

/**
 * What a change of the schedule changes, in the order of the form. Both are as the form sends them, so that a default
 * that is written out is no change.
 */
export function changesOf(before: Sent, now: Sent): Change[] {
  const { details, terms } = before;
  const order = (lots: SaleSchedule['lots']) => lots.map(({ _id }) => _id);
  const numbers = (lots: SaleSchedule['lots']) =>
    lots.map(({ _id, number }) => `${_id} ${number}`).toSorted((a, b) => (a < b ? -1 : 1));
  const { lots } = now;
  return [
    ...changeOf('Opens', 'openAt', terms.openAt, now.terms.openAt),
    ...changeOf('Goes live', 'liveAt', terms.liveAt, now.terms.liveAt),
    ...TEXTS.flatMap(([name, what]) => changeOf(what, name, details[name], now.details[name])),
    ...changeOf('Type', 'type', terms.type, now.terms.type),
    ...DURATION_NAMES.flatMap((name) =>
      changeOf(`${DURATIONS[name].label} (s)`, name, terms[name], now.terms[name]),
    ),
    ...changeOf('Auto-bids', 'allowAutoBid', terms.allowAutoBid, now.terms.allowAutoBid),
    ...changeOf(
      'Auto-bids on lots still to come',
      'allowUpcomingBid',
      terms.allowUpcomingBid,
      now.terms.allowUpcomingBid,
    ),
    ...POLICY_FIELDS.flatMap((field) =>
      changeOf(
        POLICY_LABELS[field].label,
        field,
        policyValue(field, terms.policy),
        policyValue(field, now.terms.policy),
      ),
    ),
    ...SETTINGS.flatMap(([name, what]) =>
      changeOf(what, name, details.settings?.[name], now.details.settings?.[name]),
    ),
    ...(isSame(order(before.lots), order(lots))
      ? []
      : [{ what: 'Order of the catalogue', before: 'as it was', now: 'another order' }]),
    ...(isSame(numbers(before.lots), numbers(lots))
      ? []
      : [{ what: 'Numbers of lots', before: 'as they were', now: 'other numbers' }]),
    ...changeOf(
      'Corrections above (cents)',
      'secondPersonAboveCents',
      terms.secondPersonAboveCents,
      now.terms.secondPersonAboveCents,
    ),
    ...changeOf(
      'Second person after a day',
      'secondPersonAfterDay',
      terms.secondPersonAfterDay ?? false,
      now.terms.secondPersonAfterDay ?? false,
    ),
  ];
}

/** Whether people who planned for the sale need an e-mail. */
export const isMoved = ({ terms }: Pick<Sent, 'terms'>, now: Pick<Sent, 'terms'>): boolean =>
  terms.openAt !== now.terms.openAt || terms.liveAt !== now.terms.liveAt;
