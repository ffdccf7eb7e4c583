import { type Address, EMPTY_ADDRESS, FIELD_LIMITS, type Problem } from '../fields/rules.ts';
import { type Parser, plainLines, plainText, storedText } from '../fields/typed.ts';
import {
  parseAbn,
  parseAcn,
  parseBsb,
  parseDigits,
  parseEmail,
  parsePhone,
  parsePic,
  parsePostcode,
  parseState,
} from '../fields/typed-codes.ts';
import type { State } from '../listing/stock.ts';
import type { OperationType } from './events.ts';
import { type BankDetails, type CustomerDetails, EMPTY_CUSTOMER, profileProblems } from './validation.ts';

/** A file of an account. `key`: its name in the account's folder. `name`: the original name, sanitised. */
export type AccountFile = {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** The files that an account may have. */
export const ACCOUNT_FILES = ['logo', 'licenseFile', 'policyFile'] as const;
export type AccountFileKind = (typeof ACCOUNT_FILES)[number];

/**
 * The personal data of an account. The log and the read models hold it encrypted only, under the account's own
 * key. Names are the specification's. Unknown texts are '', unanswered questions null.
 */
export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Digits only, as every phone. */
  readonly phone: string;
  readonly secondaryPhone: string;
  readonly tradingName: string;
  readonly profession: string;
  readonly otherProfession: string;
  readonly officeAddress: Address;
  readonly postalAddress: Address;
  readonly doYouTradeThroughCompany: boolean | null;
  readonly customerDetails: CustomerDetails;
  readonly ABN: string;
  readonly PIC: string;
  readonly isPICFromAnotherState: boolean | null;
  /** The state of the PIC where it is not the office's. */
  readonly anotherStatePIC: string;
  readonly areYouUsingAgent: boolean | null;
  readonly agentName: string;
  readonly agentPhone: string;
  readonly agencyName: string;
  readonly jobTitle: string;
  readonly yearsInIndustry: string;
  readonly SSPermitNumber: string;
  readonly SSPermitNumberOfYears: string;
  readonly saleConditions: string;
  readonly sellerType: string;
  readonly registeredForGST: boolean | null;
  /** Where the person registered, as the page named itself. */
  readonly userRegisteredFrom: string;
  readonly logo: AccountFile | null;
  readonly licenseFile: AccountFile | null;
  readonly policyFile: AccountFile | null;
};

/** The profession of people who sell for others. */
export const LIVESTOCK_AGENT = 'Livestock Agent';

/** An empty profile. */
export const EMPTY_PROFILE: Profile = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  secondaryPhone: '',
  tradingName: '',
  profession: '',
  otherProfession: '',
  officeAddress: EMPTY_ADDRESS,
  postalAddress: EMPTY_ADDRESS,
  doYouTradeThroughCompany: null,
  customerDetails: EMPTY_CUSTOMER,
  ABN: '',
  PIC: '',
  isPICFromAnotherState: null,
  anotherStatePIC: '',
  areYouUsingAgent: null,
  agentName: '',
  agentPhone: '',
  agencyName: '',
  jobTitle: '',
  yearsInIndustry: '',
  SSPermitNumber: '',
  SSPermitNumberOfYears: '',
  saleConditions: '',
  sellerType: '',
  registeredForGST: null,
  userRegisteredFrom: '',
  logo: null,
  licenseFile: null,
  policyFile: null,
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Some fields of a profile. Addresses and customer details may be given in part. */
export type ProfileChange = Optional<Omit<Profile, 'officeAddress' | 'postalAddress' | 'customerDetails'>> & {
  readonly officeAddress?: Optional<Address> | undefined;
  readonly postalAddress?: Optional<Address> | undefined;
  readonly customerDetails?: Optional<CustomerDetails> | undefined;
};

/** How fields that are more than text are read, wherever they are in what a person sends. */
const PARSERS: Readonly<Record<string, Parser<string>>> = {
  email: parseEmail,
  phone: parsePhone,
  secondaryPhone: parsePhone,
  agentPhone: parsePhone,
  ABN: parseAbn,
  ACN: parseAcn,
  PIC: parsePic(''),
  BSB: parseBsb,
  accountNumber: parseDigits(FIELD_LIMITS.accountNumber),
  state: parseState,
  anotherStatePIC: parseState,
  postcode: parsePostcode(''),
  yearsInIndustry: parseDigits(FIELD_LIMITS.name),
  SSPermitNumber: parseDigits(FIELD_LIMITS.name),
  SSPermitNumberOfYears: parseDigits(FIELD_LIMITS.name),
};
const UPPER_CASE: ReadonlySet<string> = new Set(['PIC', 'town']);
const SEVERAL_LINES: ReadonlySet<string> = new Set(['saleConditions']);

/**
 * What a person typed into a form of the account, as it is stored: "+61 412 345 678" as "0412345678", texts without what
 * nobody sees. A text that breaks the rule of its field stays as it is, for validation to name.
 */
export function asStored<T extends ProfileChange | BankDetails>(typed: T): T {
  const read = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      const parse = PARSERS[name];
      const plain = SEVERAL_LINES.has(name) ? plainLines : plainText;
      const text = parse === undefined ? plain(value) : storedText(parse, value);
      return UPPER_CASE.has(name) ? text.toUpperCase() : text;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, part]) => [inner, read(part, inner)]));
  };
  return read(typed, '') as T;
}

const known = <T extends object>(of: Optional<T>): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The profile after a change; fields that the change does not name stay. */
export function changedProfile(profile: Profile, change: ProfileChange): Profile {
  const { officeAddress, postalAddress, customerDetails, ...rest } = change;
  return {
    ...profile,
    ...known<Profile>(rest),
    officeAddress: { ...profile.officeAddress, ...known<Address>(officeAddress ?? {}) },
    postalAddress: { ...profile.postalAddress, ...known<Address>(postalAddress ?? {}) },
    customerDetails: { ...profile.customerDetails, ...known<CustomerDetails>(customerDetails ?? {}) },
  };
}

/** The names of the fields in which two profiles differ, in the profile's order. Names are not personal. */
export const changedFields = (before: Profile, after: Profile): string[] =>
  (Object.keys(EMPTY_PROFILE) as (keyof Profile)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the postal address is the office's: the same, or left out. */
export const isPostalSame = ({ officeAddress, postalAddress }: Profile): boolean =>
  same(officeAddress, postalAddress) || same(postalAddress, EMPTY_ADDRESS);

/** A person's full name; '' of null: they were forgotten. */
export const fullName = (person: Pick<Profile, 'firstName' | 'lastName'> | null): string =>
  person === null ? '' : `${person.firstName} ${person.lastName}`.trim();

/** Whether a person sells for others, and so needs no PIC of their own. */
export const isAgent = ({ profession, sellerType }: Pick<Profile, 'profession' | 'sellerType'>): boolean =>
  profession === LIVESTOCK_AGENT || /agent/i.test(sellerType);

const valueAt = (profile: Profile, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], profile);

/**
 * The answers that decide what a field must hold: a change of one of them reports what is then wrong with the field.
 * `agent`: whether the person is one.
 */
const DECIDED_BY: Readonly<Record<string, readonly string[]>> = {
  otherProfession: ['profession'],
  ABN: ['doYouTradeThroughCompany'],
  customerDetails: ['doYouTradeThroughCompany'],
  PIC: ['isPICFromAnotherState', 'anotherStatePIC', 'officeAddress.state', 'agent'],
  anotherStatePIC: ['isPICFromAnotherState'],
};

/**
 * What is wrong with the fields that a change of a profile changes, or whose rule it changes. Sellers must have all of
 * them; others may leave empty the fields that the short profile lacks.
 */
export function changeProblems(before: Profile, after: Profile, seller: boolean): Problem[] {
  const was = { ...before, agent: isAgent(before) };
  const is = { ...after, agent: isAgent(after) };
  const isChanged = (path: string) => !same(valueAt(was, path), valueAt(is, path));
  const whole = { ...after, postalSameAsOffice: isPostalSame(after) };
  const short = profileProblems(whole, { seller: false, agent: false });
  const full = profileProblems(whole, { seller: true, agent: isAgent(after) });
  const found = seller ? full : full.filter(({ field }) => valueAt(after, field) || isIn(short, field));
  return found.filter(({ field }) => {
    const [name = ''] = field.split('.');
    return [name, ...(DECIDED_BY[name] ?? [])].some(isChanged);
  });
}

const isIn = (problems: readonly Problem[], name: string): boolean =>
  problems.some(({ field }) => field === name);

const LLA_STATES: readonly string[] = ['NSW', 'QLD'] satisfies State[];

/**
 * The kind of agent assumed of a person who requests access, by the state of the office: LLA for offices in NSW and
 * QLD, ULA otherwise.
 */
export const assumedOperationType = (officeState: string): OperationType =>
  LLA_STATES.includes(officeState) ? 'LLA' : 'ULA';
