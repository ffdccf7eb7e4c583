import { setTimeout as pause } from 'node:timers/promises';
import { scheduleWithLead, serverTimeOf } from '@saleyard/app/client/schedule-with-lead.ts';
import { Refused } from '@saleyard/app/client/session.ts';
import { API } from '@saleyard/contract/operation.ts';
import type { SaleSchedule } from '@saleyard/contract/staff.ts';
import { lotFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { type Attack, Notes } from '../attack.ts';
import { type Asking, reached, type Target } from '../target.ts';

const DAY_MS = 24 * 3_600_000;
/** ms between two looks at what is awaited. */
const POLL_MS = 50;

/** Days that are not in the calendar. */
const NO_DAYS = [
  ...['2026-02-30', '2026-02-31', '2027-02-29', '2026-04-31', '2026-11-31', '2026-13-01', '2026-00-10'],
  ...['2026-01-00', '2026-2-30', '30/02/2026', '31/02/2026', '2026-02-30T00:00', '+2026-02-30', '20260230'],
];

/** Links with a user or a password before the host, which can disguise their target. */
const NO_LINKS = [
  ...[
    'https://user:password@evil.example/',
    'http://user:password@evil.example',
    'https://user@evil.example/a',
  ],
  ...[
    'https://saleyard.test:secret@evil.example/lots',
    'HTTPS://User:Password@evil.example',
    'https://@evil.example',
  ],
];
/** The same without a scheme, which a seller's link may lack. */
const BARE_LINKS = ['user:password@evil.example', 'saleyard.test@evil.example/lots'];

const FORM = FORMS.cattle;
const DATES = lotFields(FORM).filter(({ type }) => type === 'date');
const DELIVERIES = ['earliestDelivery', 'latestDelivery'] as const;

const linkTo = (url: string) => ({ url, description: '', isPdf: false });

/** Where a request has a date or a link. `field`: what a refusal names. */
type Place = { what: string; field: string; asking: Asking };

/** All that a lot of cattle must have to be submitted. `day`: a date this many days from now. */
export const wholeLot = (day: (days: number) => string) => ({
  description: 'Bred on the property',
  bidding: 'head',
  startPrice: 120_000,
  bidIncrementCents: 1_000,
  reserveCents: 145_000,
  count: 40,
  countWeighed: 1,
  optiweighAllowed: true,
  acceptenceOnTerms: true,
  isLicencedAgent: true,
  vendorSignedForm: true,
  details: {
    title: '40 Angus Steers',
    vendorName: 'Wattle Park',
    vendorPic: 'NA123456',
    town: 'GUNNEDAH',
    state: 'NSW',
    postcode: '2380',
    breed: 'Angus',
    sex: 'Steer(s)',
    stockCategory: 'Yearlings',
    temperament: 'Quiet',
    assessmentDate: day(-1),
    earliestDelivery: day(2),
    latestDelivery: day(9),
  },
});
type WholeLot = ReturnType<typeof wholeLot>;

/** A lot of the seller that no bid was placed on, in a sale that is closed. */
async function unsoldLot({ people: { seller, staff } }: Target, lot: WholeLot): Promise<string> {
  const details = { title: 'Store Cattle', kind: 'cattle', public: true } as const;
  const terms = { type: 'simultaneous', durationSeconds: 1 } as const;
  const sale = await scheduleWithLead(
    staff,
    { details, terms, lots: [] },
    { leadMs: 3_600_000, openMs: 100 },
  );
  const read = () =>
    staff.call<{ auction: { state: string; lotCount: number } }>('GET', `auctions/${sale._id}`);
  while ((await read().catch(() => null)) === null) await pause(POLL_MS);
  const { _id } = await seller.call<{ _id: string }>('POST', `auctions/${sale._id}/lots`, { lot });
  await seller.call('POST', `lots/${_id}/submit`, {});
  await staff.call('POST', `staff/listings/${_id}/approve`, {});
  while ((await read()).auction.lotCount === 0) await pause(POLL_MS);
  for (let leadMs = 1_000; ; leadMs *= 2) {
    const path = `staff/auctions/${sale._id}`;
    const { revision, ...schedule } = await staff.call<SaleSchedule>('GET', `${path}/schedule`);
    const liveAt = (await serverTimeOf(staff)) + leadMs;
    const change = {
      details: schedule.details,
      terms: { ...schedule.terms, openAt: liveAt, liveAt },
      revision,
    };
    const isChanged = await staff.call('PUT', path, change).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && leadMs < 60_000) return false;
        throw error;
      },
    );
    if (isChanged) break;
  }
  await reached(staff, sale._id, 'closed');
  return _id;
}

const lotValues: Attack = {
  name: 'lot-values',
  tries:
    'days that are not in the calendar (30 and 31 February) as every date of a lot, and links with `user:password@`, by everybody who may send one: as a draft, with a submission, many lots at once, offered again, and by staff',
  holds: 'each is refused with its field named, and a lot with neither is taken',
  async run(begin, scale) {
    const target = await begin();
    const notes = new Notes();
    const { seller, staff } = target.people;
    const { later } = target;
    const now = await serverTimeOf(seller);
    const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
    const whole = wholeLot(day);
    const auction = `${API}/auctions/${later._id}`;
    const staffAuction = `${API}/staff/auctions/${later._id}`;
    const draft = async (lot: object): Promise<string> =>
      (await seller.call<{ _id: string }>('POST', `auctions/${later._id}/lots`, { lot }))._id;
    const unsold = await unsoldLot(target, whole);
    const [saved, submitted] = [await draft({ details: { title: 'Steers' } }), await draft(whole)];
    const of = ({ cookie }: { cookie: string }, method: string, path: string, body: object): Asking => ({
      method,
      path,
      cookie,
      body,
    });

    /** Where a seller's lot is sent with some values. */
    const asLot = (lot: object, field: string): Place[] => [
      { what: 'a new draft', field, asking: of(seller, 'post', `${auction}/lots`, { lot }) },
      {
        what: 'many drafts',
        field: `lots[1].${field}`,
        asking: of(seller, 'post', `${auction}/lots/many`, { lots: [{ details: { title: 'One' } }, lot] }),
      },
      { what: 'a saved draft', field, asking: of(seller, 'put', `${auction}/lots/${saved}`, { lot }) },
      {
        what: 'a submission',
        field,
        asking: of(seller, 'put', `${auction}/lots/${submitted}`, { lot: { ...lot, draft: false } }),
      },
    ];
    const datePlaces = (name: string, date: string): Place[] => {
      const group = FORM.groups.find(({ fields }) => fields.some((one) => one.name === name))?.id ?? '';
      const reference = { publicId: name, value: date };
      const tree = { type: 'group', values: [{ publicId: group, values: [reference] }] };
      const change = { type: 'field-update', path: [group, name], reference };
      const put = (body: object) => of(seller, 'put', `${auction}/lots/${saved}`, body);
      return [
        ...asLot({ details: { [name]: date } }, name),
        { what: 'the tree of a draft', field: name, asking: put({ lot: { details: tree } }) },
        { what: 'a change of the tree', field: name, asking: put({ lot: {}, detailsChanges: [change] }) },
      ];
    };
    const again = (dates: object): Asking => {
      const { startPrice, bidIncrementCents, reserveCents, details } = whole;
      const { earliestDelivery, latestDelivery } = details;
      const prices = { adjustWeight: 0, startPrice, bidIncrementCents, reserveCents };
      const lot = { ...prices, earliestDelivery, latestDelivery, ...dates };
      return of(seller, 'put', `${auction}/lots/${unsold}/reoffer`, { lot, commandId: newId() });
    };
    const readings = (date: string) => ({
      days: [{ date, weight: 400, averageDailyGain: 1 }],
      weights: [400],
    });
    /** A lot of staff's catalogue with some values, added and in a sale of its own. */
    const inCatalogue = (values: object, field: string): Place[] => {
      const { breed, sex, stockCategory, town, state, postcode, title, vendorName } = whole.details;
      const prices = { unit: 'head', count: 10, startCents: 40_000, incrementCents: 500 };
      const lot = {
        ...prices,
        breed,
        sex,
        stockCategory,
        town,
        state,
        postcode,
        title,
        vendorName,
        ...values,
      };
      return [
        {
          what: "a lot of staff's",
          field,
          asking: of(staff, 'post', `${staffAuction}/lots`, { lots: [{ number: '90', ...lot }] }),
        },
        {
          what: 'a lot of a new sale',
          field,
          asking: of(staff, 'post', `${API}/staff/auctions`, { ...ownSale, lots: [lot] }),
        },
      ];
    };
    const { revision, ...schedule } = await staff.call<SaleSchedule>(
      'GET',
      `staff/auctions/${later._id}/schedule`,
    );
    const { details, terms } = schedule;
    const ownSale = { details: { title: 'Store Cattle', kind: 'cattle', public: true }, terms };
    const withLink = (url: string) => ({ ...details, usefulLinks: [{ url, description: '' }] });

    const check = async ({ what, field, asking }: Place, value: string): Promise<void> => {
      const { status, text } = await target.ask(asking);
      const { errors = [] } = JSON.parse(text) as { errors?: { field?: string }[] };
      const named = errors.map((one) => one.field ?? '');
      notes.check(
        status === 400 &&
          named.some((one) => one.replaceAll(/[.[\]]+/g, '.').includes(field.replaceAll(/[.[\]]+/g, '.'))),
        `${value} as ${field} of ${what} was answered ${status}, which names ${named.join() || 'no field'}`,
      );
    };
    const most = scale === 'full' ? NO_DAYS.length : 3;
    for (const date of NO_DAYS.slice(0, most)) {
      for (const { name } of DATES) for (const place of datePlaces(name, date)) await check(place, date);
      for (const field of DELIVERIES) {
        await check({ what: 'a lot offered again', field, asking: again({ [field]: date }) }, date);
      }
      for (const place of asLot({ optiweigh: readings(date) }, 'optiweigh')) await check(place, date);
      for (const place of inCatalogue({ optiweigh: readings(date) }, 'optiweigh')) await check(place, date);
      for (const field of DELIVERIES) {
        const lot = { [field]: date };
        const change = { lot, revision };
        const path = `${staffAuction}/lots/${later.lots[0]}`;
        await check({ what: "staff's change of a lot", field, asking: of(staff, 'put', path, change) }, date);
        for (const place of inCatalogue(lot, field)) await check(place, date);
      }
    }
    for (const url of [...NO_LINKS, ...BARE_LINKS]) {
      const field = 'usefulLinks';
      const lot = { usefulLinks: [linkTo(url)] };
      for (const place of [...asLot(lot, field), ...inCatalogue(lot, field)]) await check(place, url);
      const sale = { details: withLink(url), terms };
      for (const asking of [
        of(staff, 'post', `${API}/staff/auctions`, sale),
        of(staff, 'put', staffAuction, { ...sale, revision }),
      ])
        await check({ what: 'a sale', field, asking }, url);
    }
    const { status, text } = await target.ask(
      of(seller, 'put', `${auction}/lots/${submitted}`, {
        lot: { usefulLinks: [linkTo('https://farm.example/bulls')], draft: false },
      }),
    );
    notes.check(status === 200, `a lot with neither was answered ${status}: ${text.slice(0, 200)}`);
    const reoffered = await target.ask(again({}));
    notes.check(
      reoffered.status === 201,
      `a lot offered again with right dates: ${reoffered.text.slice(0, 200)}`,
    );
    notes.check(target.faults.length === 0, `the server logged faults: ${target.faults[0]?.slice(0, 200)}`);
    await target.close();
    return notes.findings(
      `${notes.tried} requests: ${most} days as ${DATES.length} dates, ${NO_LINKS.length + BARE_LINKS.length} links`,
    );
  },
};

export const LOT_VALUE_ATTACKS: readonly Attack[] = [lotValues];
