import {
  type SaleDetailsBody,
  type SaleSchedule,
  type SaleTermsBody,
  ScheduleSaleBody,
} from '@saleyard/contract/staff.ts';
import { DEFAULT_POLICY, type Policy } from '@saleyard/domain/auction/policy.ts';
import { neededDurations, SALE_LIMITS, scheduleProblems } from '@saleyard/domain/auction/scheduling.ts';
import { AUCTION_TYPES, type AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { DURATION_NAMES, DURATIONS, type DurationName } from '@saleyard/domain/auction/types/durations.ts';
import { type FieldLabels, type FormProblem, schemaResolver } from '@/ui/form/schema-resolver.ts';
import type { Kind } from './lot-columns.ts';
import { type LotsValues, lotsProblems, newLots } from './lots-form.ts';

/** A number or a time as a field holds it, or a text that is neither. */
type Typed = number | string;

type Settings = NonNullable<SaleDetailsBody['settings']>;

/** How the sale is presented and who adds lots, as fields hold it. '' is what the product does without a value. */
export type SettingsValues = {
  descriptionShort: string;
  imageUrl: string;
  logoUrl: string;
  usefulLinks: readonly { url: string; description: string }[];
  /** Separated by commas. */
  auctionTags: string;
  studSale: boolean;
  showLotNumbers: boolean;
  showCalculator: boolean;
  viewDetailsDays: Typed;
  /** Seconds. */
  addLotOpenTimer: Typed;
  editLotDisabledAt: Typed;
  limitAgents: boolean;
  specificAgents: readonly string[];
  /** Cents per head. */
  listingFee: Typed;
  additionalDateInfo: readonly { title: string; date: Typed }[];
};

/** The sale as it is in the form. Times are ms since the epoch, durations seconds. */
export type SaleValues = {
  details: {
    title: string;
    description: string;
    kind: Kind;
    public: boolean;
    states: NonNullable<SaleDetailsBody['states']>;
    auctionTabs: { tabName: string; description: string }[];
    settings: SettingsValues;
  };
  terms: { type: AuctionType; openAt: Typed; liveAt: Typed; policy: Policy } & Record<DurationName, Typed> & {
      allowAutoBid: boolean;
      allowUpcomingBid: boolean;
      /** Cents; '' where no amount needs a second person. */
      secondPersonAboveCents: Typed;
      secondPersonAfterDay: boolean;
    };
  lots: LotsValues;
};

const HOUR_MS = 3_600_000;

/** The settings of a sale in the form. */
export const settingsValues = ({
  auctionTags = [],
  specificAgents = null,
  ...settings
}: Settings = {}): SettingsValues => ({
  descriptionShort: settings.descriptionShort ?? '',
  imageUrl: settings.imageUrl ?? '',
  logoUrl: settings.logoUrl ?? '',
  usefulLinks: settings.usefulLinks ?? [],
  auctionTags: auctionTags.map(({ title }) => title).join(', '),
  studSale: settings.studSale ?? false,
  showLotNumbers: settings.showLotNumbers ?? false,
  showCalculator: settings.showCalculator ?? false,
  viewDetailsDays: settings.viewDetailsDays ?? '',
  addLotOpenTimer: settings.addLotOpenTimer ?? '',
  editLotDisabledAt: settings.editLotDisabledAt ?? '',
  limitAgents: specificAgents !== null,
  specificAgents: specificAgents ?? [],
  listingFee: settings.listingFee ?? '',
  additionalDateInfo: settings.additionalDateInfo ?? [],
});

const valueOrNull = (value: Typed): Typed | null => (value === '' ? null : value);

/** The settings as they are sent. What is typed may be no number: the schema says so of it. */
function settingsBody({ auctionTags, limitAgents, specificAgents, ...settings }: SettingsValues): Settings {
  const titles = auctionTags.split(',').map((title) => title.trim());
  return {
    ...settings,
    descriptionShort: settings.descriptionShort.trim(),
    imageUrl: settings.imageUrl.trim(),
    logoUrl: settings.logoUrl.trim(),
    usefulLinks: settings.usefulLinks.filter(({ url, description }) => `${url}${description}`.trim() !== ''),
    additionalDateInfo: settings.additionalDateInfo.filter(
      ({ title, date }) => `${title}${date}`.trim() !== '',
    ),
    auctionTags: titles.flatMap((title) => (title === '' ? [] : [{ title }])),
    viewDetailsDays: valueOrNull(settings.viewDetailsDays),
    addLotOpenTimer: valueOrNull(settings.addLotOpenTimer),
    editLotDisabledAt: valueOrNull(settings.editLotDisabledAt),
    listingFee: valueOrNull(settings.listingFee),
    specificAgents: limitAgents ? specificAgents : null,
  } as Settings;
}

const initialDurations = Object.fromEntries(
  DURATION_NAMES.map((name) => [name, DURATIONS[name].initialSeconds]),
) as Record<DurationName, number>;

/** A form to begin with: opens at the next full hour but one, live an hour later. `now`: ms. */
export function newSale(now: number): SaleValues {
  const openAt = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS;
  return {
    details: {
      title: '',
      description: '',
      kind: 'cattle',
      public: true,
      states: [],
      auctionTabs: [],
      settings: settingsValues(),
    },
    terms: {
      type: 'simultaneous',
      openAt,
      liveAt: openAt + HOUR_MS,
      ...initialDurations,
      allowAutoBid: true,
      allowUpcomingBid: true,
      policy: DEFAULT_POLICY,
      secondPersonAboveCents: '',
      secondPersonAfterDay: false,
    },
    lots: newLots('cattle'),
  };
}

/** A scheduled sale in the form. Its lots are not typed again. */
export function scheduledSale({ details, terms }: Pick<SaleSchedule, 'details' | 'terms'>): SaleValues {
  const durations = DURATION_NAMES.map((name) => [name, terms[name] || initialDurations[name]] as const);
  return {
    details: {
      title: details.title,
      description: details.description ?? '',
      kind: details.kind,
      public: details.public ?? true,
      states: details.states ?? [],
      auctionTabs: details.auctionTabs ?? [],
      settings: settingsValues(details.settings),
    },
    terms: {
      type: terms.type,
      openAt: terms.openAt,
      liveAt: terms.liveAt,
      ...(Object.fromEntries(durations) as Record<DurationName, number>),
      ...usedDurations(terms),
      allowAutoBid: terms.allowAutoBid ?? true,
      allowUpcomingBid: terms.allowUpcomingBid ?? true,
      policy: { ...DEFAULT_POLICY, ...terms.policy },
      secondPersonAboveCents: terms.secondPersonAboveCents ?? '',
      secondPersonAfterDay: terms.secondPersonAfterDay ?? false,
    },
    lots: newLots(details.kind),
  };
}

/** What the sale's own type uses is as it was scheduled, 0 too. */
const usedDurations = (terms: SaleTermsBody): Partial<Record<DurationName, number>> =>
  Object.fromEntries(AUCTION_TYPES[terms.type].durations.map((name) => [name, terms[name] ?? 0]));

/** The sale as it is sent. What its type does not use is 0, and no section is asked for where none is named. */
export function saleBody({ details, terms }: SaleValues): { details: SaleDetailsBody; terms: SaleTermsBody } {
  const type = AUCTION_TYPES[terms.type];
  const used = new Set(type.durations);
  const durations = DURATION_NAMES.map((name) => [name, used.has(name) ? terms[name] : 0] as const);
  const auctionTabs = details.auctionTabs.filter(({ tabName }) => tabName.trim() !== '');
  const { states, ...shown } = details;
  const { secondPersonAboveCents, secondPersonAfterDay, ...run } = terms;
  // What is typed may be no number: the schema says so of it.
  return {
    details: {
      ...shown,
      ...(states.length > 0 && { states }),
      requiresTabs: auctionTabs.length > 0,
      auctionTabs,
      settings: settingsBody(details.settings),
    },
    terms: {
      ...run,
      ...Object.fromEntries(durations),
      allowUpcomingBid: type.inTurn && terms.allowUpcomingBid,
      ...(secondPersonAboveCents !== '' && { secondPersonAboveCents }),
      ...(secondPersonAfterDay && { secondPersonAfterDay }),
    } as SaleTermsBody,
  };
}

const LABELS: Readonly<Record<string, FieldLabels>> = {
  'details.title': { label: 'Title' },
  'details.description': { label: 'Description' },
  'details.auctionTabs': { label: 'Sections' },
  'details.states': { label: 'States' },
  'details.settings.descriptionShort': { label: 'Short description' },
  'details.settings.imageUrl': { label: 'Picture', must: 'must be an address that begins with https://' },
  'details.settings.logoUrl': { label: 'Logo', must: 'must be an address that begins with https://' },
  'details.settings.usefulLinks': { label: 'Links' },
  'details.settings.auctionTags': { label: 'Tags' },
  'details.settings.viewDetailsDays': { label: 'Lots can be opened', must: 'must be a whole number of days' },
  'details.settings.addLotOpenTimer': { label: 'Lots can be added', must: 'must be a whole number of days' },
  'details.settings.editLotDisabledAt': { label: 'Late edits end at', must: 'must be a date and a time' },
  'details.settings.specificAgents': { label: 'Accounts that may add lots' },
  'details.settings.listingFee': { label: 'Listing fee', must: 'must be an amount in dollars, or empty' },
  'terms.openAt': { label: 'Opens at', must: 'must be a date and a time' },
  'terms.secondPersonAboveCents': {
    label: 'Corrections above',
    must: 'must be a whole number of dollars, or empty',
  },
  'terms.liveAt': { label: 'Goes live at', must: 'must be a date and a time' },
};

/** What a duration must be in a sale of this type. */
function rangeOf(name: DurationName, type: AuctionType): string {
  const { unit } = DURATIONS[name];
  const needed: readonly string[] = neededDurations(type);
  const most = SALE_LIMITS.seconds / unit.size;
  return `must be a whole number of ${unit.name} from ${needed.includes(name) ? 1 : 0} to ${most}`;
}

function labelsOf(path: string, { terms }: SaleValues): FieldLabels {
  const known = LABELS[path];
  if (known) return known;
  if (path.endsWith('.tabName')) return { label: 'Section' };
  if (path.startsWith('details.settings.auctionTags')) return { label: 'A tag' };
  if (path.startsWith('details.settings.additionalDateInfo'))
    return path.endsWith('.date')
      ? { label: 'Day and time', must: 'must be a date and a time' }
      : { label: 'Text of a date' };
  if (path.startsWith('details.settings.usefulLinks'))
    return path.endsWith('.url')
      ? { label: 'Address of a link', must: 'must begin with https://' }
      : { label: 'Text of a link' };
  if (path.startsWith('details.auctionTabs')) return { label: 'What a section holds' };
  const name = DURATION_NAMES.find((one) => path === `terms.${one}`);
  return name ? { label: DURATIONS[name].label, must: rangeOf(name, terms.type) } : { label: path };
}

/** What keeps these terms from being scheduled now (ms): times out of order, durations that are missing. */
function saleTermsProblems(
  { type, openAt, liveAt, ...terms }: SaleValues['terms'],
  now: number,
): FormProblem[] {
  const wrong = (name: DurationName): FormProblem => ({
    path: `terms.${name}`,
    message: `${DURATIONS[name].label} ${rangeOf(name, type)}`,
  });
  const problems = AUCTION_TYPES[type].durations.filter((name) => typeof terms[name] !== 'number').map(wrong);
  const time = (value: Typed) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY);
  const number = (value: Typed) => (typeof value === 'number' ? value : 0);
  const durations = {
    durationSeconds: number(terms.durationSeconds),
    lotOpeningSeconds: number(terms.lotOpeningSeconds),
    inactiveSeconds: number(terms.inactiveSeconds),
  };
  const asked = { type, openAt: time(openAt), liveAt: time(liveAt), ...durations };
  for (const problem of scheduleProblems(asked, now)) {
    const path = `terms.${problem.field}`;
    if (problem.rule === 'future') problems.push({ path, message: 'Opens at must be in the future' });
    if (problem.rule === 'order')
      problems.push({ path, message: 'Goes live at must not be before Opens at' });
    if (problem.rule === 'needed') problems.push(wrong(problem.field));
  }
  return problems;
}

/** Late edits end before the sale is live; where only some accounts may add lots, there is one. */
function settingsProblems(
  { editLotDisabledAt, limitAgents, specificAgents }: SettingsValues,
  { liveAt }: SaleValues['terms'],
): FormProblem[] {
  const problems: FormProblem[] = [];
  if (typeof editLotDisabledAt === 'number' && typeof liveAt === 'number' && editLotDisabledAt > liveAt) {
    const message = 'Late edits must end before the sale goes live';
    problems.push({ path: 'details.settings.editLotDisabledAt', message });
  }
  if (limitAgents && specificAgents.length === 0) {
    const message = 'Please Enter an account that may add lots';
    problems.push({ path: 'details.settings.specificAgents', message });
  }
  return problems;
}

/** Checks the form: the sale by the contract's schema and its own terms, its lots by their kind's rules. */
export const saleResolver = (now: () => number) =>
  schemaResolver<SaleValues, ReturnType<typeof saleBody>>({
    schema: ScheduleSaleBody,
    bodyOf: saleBody,
    labelsOf,
    check: ({ terms, lots, details }) => [
      ...saleTermsProblems(terms, now()),
      ...settingsProblems(details.settings, terms),
      ...lotsProblems(lots, details.kind),
    ],
  });
