import type { SaleDetailsBody, SaleTermsBody } from '@saleyard/contract/staff.ts';
import { DEFAULT_POLICY, type Policy } from '@saleyard/domain/auction/policy.ts';
import { neededDurations, SALE_LIMITS, scheduleProblems } from '@saleyard/domain/auction/scheduling.ts';
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

/** A number field of the terms: its label, and which types of sale use it. */
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
  types: readonly AuctionType[];
};

/** The number fields of the terms, in the order they are asked for. */
export const TERM_FIELDS: readonly TermField[] = [
  {
    name: 'durationMinutes',
    label: 'Live for',
    unit: 'minutes',
    help: 'From going live to the first finish',
    types: ['simultaneous', 'synchronous'],
  },
  {
    name: 'lotOpeningSeconds',
    label: 'Each lot is live for',
    unit: 'seconds',
    help: 'Longer when bids come late',
    types: ['sequential'],
  },
  {
    name: 'gapSeconds',
    label: 'Gap between lots',
    unit: 'seconds',
    help: 'From one lot closing to the next going live',
    types: ['sequential'],
  },
  {
    name: 'staggerSeconds',
    label: 'Finish lots apart by',
    unit: 'seconds',
    help: '0 finishes all lots together',
    types: ['simultaneous'],
  },
  {
    name: 'staleTimeSeconds',
    label: 'A late bid leaves at least',
    unit: 'seconds',
    help: '0 never extends a lot',
    types: ['simultaneous', 'sequential'],
  },
  {
    name: 'inactiveSeconds',
    label: 'A late bid leaves the whole sale at least',
    unit: 'seconds',
    help: 'The sale closes when nobody has bid on any lot for this long',
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

/** The numbers that a field may hold in a sale of this type. */
function rangeOf({ name, unit }: TermField, type: AuctionType): { least: number; most: number } {
  const needed: readonly string[] = neededDurations(type);
  const least = needed.includes(name === 'durationMinutes' ? 'durationSeconds' : name) ? 1 : 0;
  return { least, most: unit === 'minutes' ? SALE_LIMITS.seconds / 60 : SALE_LIMITS.seconds };
}

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
  else if (title.length > SALE_LIMITS.title) {
    faults.title = `Title can have at most ${SALE_LIMITS.title} characters`;
  }
  if (form.description.length > SALE_LIMITS.description) {
    faults.description = `Description can have at most ${SALE_LIMITS.description} characters`;
  }
  const [openAt, liveAt] = [fromDateTimeField(form.openAt), fromDateTimeField(form.liveAt)];
  if (openAt === null) faults.openAt = 'Please Enter Opens at';
  if (liveAt === null) faults.liveAt = 'Please Enter Goes live at';
  const times = { openAt: openAt ?? Number.POSITIVE_INFINITY, liveAt: liveAt ?? Number.POSITIVE_INFINITY };
  for (const { rule } of scheduleProblems({ type: form.type, ...times }, now)) {
    if (rule === 'future') faults.openAt = 'Opens at must be in the future';
    if (rule === 'order') faults.liveAt ??= 'Goes live at must not be before Opens at';
  }
  for (const field of termFieldsOf(form.type)) {
    const { name, label, unit } = field;
    const { least, most } = rangeOf(field, form.type);
    if (!isWhole(form[name], least, most)) {
      faults[name] = `${label} must be a whole number of ${unit} from ${least} to ${most}`;
    }
  }
  const sections = sectionFault(sectionsOf(form.sections));
  if (sections !== null) faults.sections = sections;
  return faults;
}

function sectionFault(sections: ReturnType<typeof sectionsOf>): string | null {
  const { tabs, tabName, tabDescription } = SALE_LIMITS;
  if (sections.length > tabs) return `A sale can have at most ${tabs} sections`;
  if (sections.some((section) => section.tabName.length > tabName)) {
    return `A section name can have at most ${tabName} characters`;
  }
  return sections.some(({ description }) => description.length > tabDescription)
    ? `What a section holds can have at most ${tabDescription} characters`
    : null;
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
