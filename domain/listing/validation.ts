import type { Problem } from '../fields/rules.ts';
import { parseMoney } from '../fields/typed.ts';
import type { ListingSettings, PriceField, SaleFacts } from './commands.ts';
import type { ListingContent } from './content.ts';
import { type Form, headFields, lotFields } from './forms/field.ts';
import {
  type Days,
  dateProblems,
  isShown,
  missingProblems,
  missingText,
  orderProblems,
  picProblems,
  totalProblems,
  valueProblems,
} from './forms/problems.ts';
import { optiweighProblem } from './optiweigh.ts';
import { highestCents, INCREMENTS, isWeightAdjustment, isWeightGain, LOT_LIMITS, unitsOf } from './stock.ts';

// Rules for a seller's listing. Both the server and the web use them; the messages are the specification's.

export const RESERVE_TOO_LOW = "Your Reserve Price can't be lower than your Start Price";
const START_TOO_HIGH = "Your Start Price can't be higher than your Reserve Price";
const TOO_FEW_WEIGHED =
  'Approx 20% of the sale lot must be weighed for the assessment. PLEASE NOTE: 100% of prime lambs must be weighed.';

const problem = (field: string, message: string): Problem => ({ field, message });

/** Why lots can't be added to a sale, in the specification's words; null when they can. */
export function saleProblem({ cancelled, phase, takesLots }: SaleFacts): string | null {
  if (cancelled) return 'This Auction is Cancelled';
  switch (phase) {
    case 'closed':
      return 'This Auction is Closed';
    case 'live':
      return 'This Auction is Live';
    case 'open':
      return 'This Auction is Open';
    case 'future':
      return takesLots ? null : 'You can no longer add lots to this Auction';
    default:
      return 'This Auction is Closed or unavailable';
  }
}

/** Whether sellers may still edit the prices of their approved lots of a sale. `at`: ms. */
export const takesLateEdits = (
  { phase, cancelled, lateEditUntil }: Pick<SaleFacts, 'phase' | 'cancelled' | 'lateEditUntil'>,
  at: number,
): boolean => !cancelled && phase !== 'live' && phase !== 'closed' && at < lateEditUntil;

/** A reserve under the start price. `last`: the one of the two changed last; the message is shown there. */
export function priceProblem(
  { startCents, reserveCents }: Pick<ListingContent, 'startCents' | 'reserveCents'>,
  last: PriceField = 'reserveCents',
): Problem | null {
  if (startCents === null || reserveCents === null || reserveCents >= startCents) return null;
  return problem(last, last === 'reserveCents' ? RESERVE_TOO_LOW : START_TOO_HIGH);
}

/** A price at which the lot would be worth more than a sale takes. */
export function worthProblem({
  unit,
  count,
  startCents,
  reserveCents,
}: Pick<ListingContent, 'unit' | 'count' | 'startCents' | 'reserveCents'>): Problem | null {
  if (unit === null || count === null || count < 1) return null;
  const highest = highestCents({ unit, count });
  if (Math.max(startCents ?? 0, reserveCents ?? 0) <= highest) return null;
  const field = (startCents ?? 0) > highest ? 'startCents' : 'reserveCents';
  return problem(field, 'The lot is worth more than can be sold in one lot');
}

/** Unit, increment and prices of a lot that is to be sold. */
function bidProblems(form: Form, content: ListingContent, last?: PriceField): Problem[] {
  const { unit, startCents, incrementCents } = content;
  const problems: Problem[] = [];
  if (unit === null) problems.push(problem('unit', 'Please select bidding'));
  else if (!unitsOf(form.kind).includes(unit)) {
    problems.push(problem('unit', `${form.title} is sold by the head only`));
  }
  if (incrementCents === null) problems.push(problem('incrementCents', 'Please select bid increment'));
  else if (unit !== null && !INCREMENTS[form.kind][unit].includes(incrementCents)) {
    problems.push(problem('incrementCents', 'Please select bid increment'));
  }
  if (startCents === null) {
    problems.push(problem('startCents', missingText('Start Price')));
  }
  const prices = priceProblem(content, last) ?? worthProblem(content);
  return prices === null ? problems : [...problems, prices];
}

/** Problems that are refused even in a draft: values of a wrong type, or beyond a limit. */
export function draftProblems(form: Form, content: ListingContent): Problem[] {
  return [
    ...valueProblems(lotFields(form), content.details),
    ...content.heads.flatMap((head, row) => valueProblems(headFields(form), head, { at: `heads[${row}].` })),
    ...limitProblems(form, content),
  ];
}

function limitProblems(form: Form, content: ListingContent): Problem[] {
  const { kind } = form;
  const most = LOT_LIMITS.countWeighed;
  const whole = (value: number | null, limit: number) =>
    value === null || (Number.isInteger(value) && value >= 0 && value <= limit);
  const cents = (value: number | null) => value === null || (Number.isSafeInteger(value) && value > 0);
  /** People type prices in their unit, programs send cents. */
  const priceRule = (value: unknown): string => {
    const typed = typeof value === 'string' ? parseMoney(content.unit ?? 'head')(value) : null;
    return typed !== null && 'rule' in typed ? typed.rule : 'must be a whole number of cents';
  };
  const limits: [ok: boolean, field: string, message: string][] = [
    [
      whole(content.count, LOT_LIMITS.count),
      'count',
      `Number of Head must be a whole number up to ${LOT_LIMITS.count}`,
    ],
    [
      whole(content.countWeighed, Number.MAX_SAFE_INTEGER),
      'countWeighed',
      `Number of Head Weighed must be a whole number up to ${most}`,
    ],
    [
      !((content.countWeighed ?? 0) > most || content.heads.length > most),
      'countWeighed',
      `Maximum allowed upload of head weighted is ${most} per lot`,
    ],
    [
      whole(content.maxVendorBids, LOT_LIMITS.vendorBids),
      'maxVendorBids',
      `Vendor bids must be a whole number up to ${LOT_LIMITS.vendorBids}`,
    ],
    [cents(content.startCents), 'startCents', `Start Price ${priceRule(content.startCents)}`],
    [cents(content.reserveCents), 'reserveCents', `Reserve Price ${priceRule(content.reserveCents)}`],
    [cents(content.incrementCents), 'incrementCents', 'Please select bid increment'],
    [
      isWeightAdjustment(kind, content.adjustWeight),
      'adjustWeight',
      'Weight adjustment is not one of the choices',
    ],
    [isWeightGain(kind, content.weightGain), 'weightGain', 'Weight gain is not one of the choices'],
    [
      content.saleConditions.length <= LOT_LIMITS.saleConditions,
      'saleConditions',
      `Special Conditions of Sale can have at most ${LOT_LIMITS.saleConditions} characters`,
    ],
    [
      content.description.length <= LOT_LIMITS.description,
      'description',
      `Stock Description can have at most ${LOT_LIMITS.description} characters`,
    ],
    [
      content.mobEntryWeight === null ||
        (typeof content.mobEntryWeight === 'number' &&
          content.mobEntryWeight >= 0 &&
          content.mobEntryWeight <= LOT_LIMITS.kgPerHead),
      'mobEntryWeight',
      `Mob Entry Weight must be kg per head, up to ${LOT_LIMITS.kgPerHead}`,
    ],
    [content.media.length <= LOT_LIMITS.media, 'media', 'Max media amount reached'],
    [
      content.documents.length <= LOT_LIMITS.documents,
      'documents',
      `At most ${LOT_LIMITS.documents} documents can be added`,
    ],
    [
      content.usefulLinks.length <= LOT_LIMITS.usefulLinks,
      'usefulLinks',
      `At most ${LOT_LIMITS.usefulLinks} useful links can be added`,
    ],
    [content.usefulLinks.every(({ url }) => isLink(url)), 'usefulLinks', 'URL should be valid'],
    [
      content.usefulLinks.every(({ url }) => isOwnFile(url) || withScheme(url).length <= LOT_LIMITS.address),
      'usefulLinks',
      `A link can have at most ${LOT_LIMITS.address} characters`,
    ],
    ...(['documents', 'usefulLinks'] as const).map((field): [boolean, string, string] => [
      content[field].every(({ description }) => description.length <= LOT_LIMITS.attachmentDescription),
      field,
      `A description can have at most ${LOT_LIMITS.attachmentDescription} characters`,
    ]),
  ];
  const readings = content.optiweigh === undefined ? null : optiweighProblem(content.optiweigh);
  return [
    ...limits.flatMap(([ok, field, message]) => (ok ? [] : [problem(field, message)])),
    ...(readings === null ? [] : [problem('optiweigh', readings)]),
  ];
}

/** An address with its scheme; https when it has none. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || isOwnFile(url) ? url : `https://${url}`;

/** Whether an address names a file stored here: it has no host and ends with the file's key. */
export const isOwnFile = (url: string): boolean => /^\/[a-z][a-z0-9/-]*\/[0-9a-f]{32}(\?\S*)?$/.test(url);

/** A host with a dot, and no user or password before it: such an address can disguise its target. */
const isLink = (url: string): boolean =>
  isOwnFile(url) || /^https?:\/\/[^\s/?#.@\\]+(\.[^\s/?#.@\\]+)+([/?#]\S*)?$/i.test(withScheme(url));

/** Everything that keeps a listing from being submitted. `lastPrice`: the price that was changed last. */
export function submitProblems(
  form: Form,
  content: ListingContent,
  days: Days,
  settings: ListingSettings & { lastPrice?: PriceField } = {},
): Problem[] {
  const { weighedShare = form.weighedShare, byAgent = true, lastPrice } = settings;
  const { details } = content;
  const shown = lotFields(form).filter((field) => isShown(field, details, days));
  const pics = picProblems(form, details);
  // The rule of the vendor's state replaces the rule of a draft, which is of any state.
  const isPic = ({ field }: Problem) => pics.some((pic) => pic.field === field);
  const problems = [
    ...draftProblems(form, content).filter((one) => !isPic(one)),
    ...bidProblems(form, content, lastPrice),
    ...countProblems(form, content, weighedShare),
    ...missingProblems(shown, details),
    ...headProblems(form, content),
    ...orderProblems(lotFields(form), details),
    ...dateProblems(form, details, days),
    ...pics,
    ...totalProblems(form, details),
    ...declarationProblems(form, content, byAgent),
  ];
  if (content.description.trim() === '' && !content.optiweighAllowed) {
    problems.push(problem('description', 'Please Enter Stock Description'));
  }
  return problems;
}

function countProblems(
  form: Form,
  { count, countWeighed, details }: ListingContent,
  share: number,
): Problem[] {
  if (count === null || count < 1) return [problem('count', 'Please Enter Number of Head')];
  const weighed = countWeighed ?? 0;
  if (weighed > count) {
    return [problem('countWeighed', 'Number of Head Weighed cannot exceed Number of Head')];
  }
  // A form without a share leaves it to the seller which head are weighed.
  if (form.weighedShare === 0) return [];
  if (weighed === 0) return [problem('countWeighed', 'Please enter Number of Head Weighed')];
  const all = form.allWeighed.includes(String(details['stockCategory'] ?? ''));
  return weighed < Math.ceil((count * (all ? 100 : share)) / 100)
    ? [problem('countWeighed', TOO_FEW_WEIGHED)]
    : [];
}

/** Heads are assessed one by one, unless the whole mob was weighed, or goats were not weighed at all. */
function headProblems(form: Form, { heads, countWeighed, optiweighAllowed }: ListingContent): Problem[] {
  if (optiweighAllowed || (form.kind === 'goat' && (countWeighed ?? 0) === 0)) return [];
  const rows = Array.from({ length: countWeighed ?? 0 }, (_, row) => heads[row] ?? {});
  return rows.flatMap((head, row) => missingProblems(headFields(form), head, { at: `heads[${row}].` }));
}

function declarationProblems(form: Form, content: ListingContent, byAgent: boolean): Problem[] {
  if (!form.signed) return [];
  const { acceptenceOnTerms, isLicencedAgent, vendorSignedForm } = content;
  const terms = acceptenceOnTerms ? [] : [problem('acceptenceOnTerms', 'Please Accept Terms & Conditions')];
  // A person who sells their own stock has no agent's declaration.
  if (!byAgent) return terms;
  return [
    ...terms,
    ...(isLicencedAgent ? [] : [problem('isLicencedAgent', missingText('Licensed Agent'))]),
    ...(vendorSignedForm ? [] : [problem('vendorSignedForm', 'Please Sign Assessment Form')]),
  ];
}

/** What keeps a lot from being offered again: bid validation, delivery dates, and what it may be adjusted by. */
export function reofferProblems(form: Form, content: ListingContent, days: Days): Problem[] {
  const delivery = form.groups.filter(({ reoffered }) => reoffered).flatMap(({ fields }) => fields);
  const ofDelivery = ({ field }: Problem) => delivery.some(({ name }) => name === field);
  const adjusted = isWeightAdjustment(form.kind, content.adjustWeight);
  return [
    ...bidProblems(form, content),
    ...(adjusted ? [] : [problem('adjustWeight', 'Weight adjustment is not one of the choices')]),
    ...valueProblems(delivery, pick(content, delivery)),
    ...missingProblems(delivery, content.details),
    ...orderProblems(delivery, content.details),
    ...dateProblems(form, content.details, days).filter(ofDelivery),
  ];
}

const pick = ({ details }: ListingContent, fields: readonly { name: string }[]): ListingContent['details'] =>
  Object.fromEntries(Object.entries(details).filter(([name]) => fields.some((field) => field.name === name)));
