import type { SaleDetailsBody, SaleTermsBody } from '@saleyard/contract/bodies.ts';
import { DEFAULT_POLICY, type Policy } from '@saleyard/domain/auction/policy.ts';
import type { AuctionType } from '@saleyard/domain/auction/terms.ts';
import { fromDateTimeField, toDateTimeField } from '@/lib/dates.ts';
import type { Kind } from './lot-columns.ts';

/** The sale as typed. Times are `datetime-local` values in Sydney time; durations are as their labels say. */
export type SaleForm = {
  title: string;
  description: string;
  kind: Kind;
  public: boolean;
  /** One section per line: "Name | what it holds". Empty: no sections. */
  sections: string;
  type: AuctionType;
  openAt: string;
  liveAt: string;
  durationMinutes: string;
  staggerSeconds: string;
  staleTimeSeconds: string;
  inactiveSeconds: string;
  lotOpeningSeconds: string;
  gapSeconds: string;
  allowAutoBid: boolean;
  allowUpcomingBid: boolean;
  policy: Policy;
};

export type SaleField = Exclude<keyof SaleForm, 'policy'>;
/** What is wrong with the sale, by field. */
export type SaleFaults = Partial<Record<SaleField, string>>;

/** A number field of the terms: its label, its range, and which types of sale use it. */
type TermField = {
  name:
    | 'durationMinutes'
    | 'staggerSeconds'
    | 'staleTimeSeconds'
    | 'inactiveSeconds'
    | 'lotOpeningSeconds'
    | 'gapSeconds';
  label: string;
  unit: 'minutes' | 'seconds';
  help: string;
  least: number;
  most: number;
  types: readonly AuctionType[];
};

const DAY_SECONDS = 24 * 3_600;

/** The number fields of the terms, in the order they are asked for. */
export const TERM_FIELDS: readonly TermField[] = [
  {
    name: 'durationMinutes',
    label: 'Live for',
    unit: 'minutes',
    help: 'From going live to the first finish',
    least: 1,
    most: 60 * 24 * 60,
    types: ['simultaneous', 'synchronous'],
  },
  {
    name: 'lotOpeningSeconds',
    label: 'Each lot is live for',
    unit: 'seconds',
    help: 'Longer when bids come late',
    least: 1,
    most: DAY_SECONDS,
    types: ['sequential'],
  },
  {
    name: 'gapSeconds',
    label: 'Gap between lots',
    unit: 'seconds',
    help: 'From one lot closing to the next going live',
    least: 0,
    most: DAY_SECONDS,
    types: ['sequential'],
  },
  {
    name: 'staggerSeconds',
    label: 'Finish lots apart by',
    unit: 'seconds',
    help: '0 finishes all lots together',
    least: 0,
    most: DAY_SECONDS,
    types: ['simultaneous'],
  },
  {
    name: 'staleTimeSeconds',
    label: 'A late bid leaves at least',
    unit: 'seconds',
    help: '0 never extends a lot',
    least: 0,
    most: DAY_SECONDS,
    types: ['simultaneous', 'sequential'],
  },
  {
    name: 'inactiveSeconds',
    label: 'A late bid leaves the whole sale at least',
    unit: 'seconds',
    help: 'The sale closes when nobody has bid on any lot for this long',
    least: 1,
    most: DAY_SECONDS,
    types: ['synchronous'],
  },
];

const MINUTE_MS = 60_000;

/** A form to begin with: opens at the next full hour but one, live an hour later. `now`: ms. */
export function newSaleForm(now: number): SaleForm {
  const hour = 60 * MINUTE_MS;
  const openAt = (Math.floor(now / hour) + 2) * hour;
  return {
    title: '',
    description: '',
    kind: 'cattle',
    public: true,
    sections: '',
    type: 'simultaneous',
    openAt: toDateTimeField(openAt),
    liveAt: toDateTimeField(openAt + hour),
    durationMinutes: '120',
    staggerSeconds: '60',
    staleTimeSeconds: '60',
    inactiveSeconds: '120',
    lotOpeningSeconds: '60',
    gapSeconds: '5',
    allowAutoBid: true,
    allowUpcomingBid: true,
    policy: DEFAULT_POLICY,
  };
}

/** The number fields that this type of sale uses. */
export const termFieldsOf = (type: AuctionType): readonly TermField[] =>
  TERM_FIELDS.filter(({ types }) => types.includes(type));

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

const sectionsOf = (text: string): { tabName: string; description: string }[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(([name]) => name)
    .map(([tabName = '', description = '']) => ({ tabName, description }));

/** What is wrong with the sale as typed; nothing when it may be sent. `now`: ms. */
export function saleFaults(form: SaleForm, now: number): SaleFaults {
  const faults: SaleFaults = {};
  const title = form.title.trim();
  if (title === '') faults.title = 'Please Enter Title';
  else if (title.length > 120) faults.title = 'Title can have at most 120 characters';
  if (form.description.length > 4_000) faults.description = 'Description can have at most 4000 characters';
  const openAt = fromDateTimeField(form.openAt);
  const liveAt = fromDateTimeField(form.liveAt);
  if (openAt === null) faults.openAt = 'Please Enter Opens at';
  else if (openAt <= now) faults.openAt = 'Opens at must be in the future';
  if (liveAt === null) faults.liveAt = 'Please Enter Goes live at';
  else if (openAt !== null && liveAt < openAt) faults.liveAt = 'Goes live at must not be before Opens at';
  for (const { name, label, unit, least, most } of termFieldsOf(form.type)) {
    if (!isWhole(form[name], least, most)) {
      faults[name] = `${label} must be a whole number of ${unit} from ${least} to ${most}`;
    }
  }
  const sections = sectionsOf(form.sections);
  if (sections.length > 30) faults.sections = 'A sale can have at most 30 sections';
  else if (sections.some(({ tabName }) => tabName.length > 100)) {
    faults.sections = 'A section name can have at most 100 characters';
  } else if (sections.some(({ description }) => description.length > 200)) {
    faults.sections = 'What a section holds can have at most 200 characters';
  }
  return faults;
}

/** A form without faults, as the server takes it. */
export function saleBody(form: SaleForm): { details: SaleDetailsBody; terms: SaleTermsBody } {
  const used = new Set(termFieldsOf(form.type).map(({ name }) => name));
  const seconds = (name: (typeof TERM_FIELDS)[number]['name']) => (used.has(name) ? Number(form[name]) : 0);
  const tabs = sectionsOf(form.sections);
  return {
    details: {
      title: form.title.trim(),
      description: form.description.trim(),
      kind: form.kind,
      public: form.public,
      requiresTabs: tabs.length > 0,
      auctionTabs: tabs,
    },
    terms: {
      type: form.type,
      openAt: fromDateTimeField(form.openAt) ?? 0,
      liveAt: fromDateTimeField(form.liveAt) ?? 0,
      durationSeconds: seconds('durationMinutes') * 60,
      staggerSeconds: seconds('staggerSeconds'),
      staleTimeSeconds: seconds('staleTimeSeconds'),
      inactiveSeconds: seconds('inactiveSeconds'),
      lotOpeningSeconds: seconds('lotOpeningSeconds'),
      gapSeconds: seconds('gapSeconds'),
      allowAutoBid: form.allowAutoBid,
      allowUpcomingBid:
        form.type === 'sequential' || form.type === 'sequentialOffline' ? form.allowUpcomingBid : false,
      policy: form.policy,
    },
  };
}
