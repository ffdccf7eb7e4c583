import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';
import { REMINDER_KINDS, STOCK_TYPES } from '@saleyard/domain/account/events.ts';
import { CLOSED_NOTIFICATIONS_KEPT } from '@saleyard/domain/account/state.ts';
import { FIELD_LIMITS } from '@saleyard/domain/fields/rules.ts';
import { LOT_LIMITS, STATES } from '@saleyard/domain/listing/stock.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { list, ms, oneOf, orNull, strictObject, text } from './schema.ts';

// The fields of a person, as they are sent and answered. `domain/fields` has the rules that validate them.

export const Password = Type.String({
  minLength: CREDENTIALS.password.least,
  maxLength: CREDENTIALS.password.most,
  pattern: CREDENTIALS.password.pattern.source,
});
/** A code or a number as a person types it: the rules of its field read it, and say what is wrong with it. */
const TYPED_MOST = 60;
const Typed = text(TYPED_MOST);
const EMAIL_MOST = TYPED_MOST + CREDENTIALS.email.most;
/** An e-mail address as it is typed, with blanks around it or not. */
export const Email = text(EMAIL_MOST, 1);
// Of the forms of a person, also empty: the rules of their fields name what is missing.
const TypedEmail = text(EMAIL_MOST);
const TypedPassword = text(200);
/** A phone number as it is typed: "+61 412 345 678". */
export const Phone = text(TYPED_MOST, 1);
export const AustralianState = oneOf(...STATES);
const StateOrNone = oneOf('', ...STATES);
export const StockType = oneOf(...STOCK_TYPES);
export const StockTypes = list(StockType, { maxItems: STOCK_TYPES.length, uniqueItems: true });

/** A name of a person, a business or a town. */
export const Name = text(FIELD_LIMITS.name);
export const RequiredName = text(FIELD_LIMITS.name, 1);
const addressLine = text(FIELD_LIMITS.address);
/** A postcode as it is typed, never ''. */
export const Postcode = text(TYPED_MOST, 1);

const Address = strictObject({
  address1: addressLine,
  address2: addressLine,
  town: Name,
  state: StateOrNone,
  postcode: Typed,
});

const KnownAddress = strictObject({ ...Address.properties, state: Type.String(), postcode: Type.String() });

const CustomerDetails = strictObject({
  companyName: Name,
  ACN: Typed,
  givenName: Name,
  lastName: Name,
  legalNameOfTradingEntity: Name,
});

/** `Type.Partial` alone would allow any other member. */
const CLOSED = { additionalProperties: false };

const YesNo = orNull(Type.Boolean());

/** The fields of a profile that a person may change. */
const PROFILE = {
  firstName: Name,
  lastName: Name,
  email: TypedEmail,
  phone: Typed,
  secondaryPhone: Typed,
  tradingName: Name,
  profession: Name,
  otherProfession: Name,
  officeAddress: Type.Partial(Address, CLOSED),
  postalAddress: Type.Partial(Address, CLOSED),
  doYouTradeThroughCompany: YesNo,
  customerDetails: Type.Partial(CustomerDetails, CLOSED),
  ABN: Typed,
  PIC: Typed,
  isPICFromAnotherState: YesNo,
  anotherStatePIC: StateOrNone,
  areYouUsingAgent: YesNo,
  agentName: Name,
  agentPhone: Typed,
  agencyName: Name,
  jobTitle: Name,
  yearsInIndustry: Typed,
  SSPermitNumber: Typed,
  SSPermitNumberOfYears: Typed,
  saleConditions: text(LOT_LIMITS.saleConditions),
  sellerType: Name,
  registeredForGST: YesNo,
  userRegisteredFrom: Name,
};

const reminders = strictObject({
  AuctionOpenReminder: Type.Boolean(),
  OneDayReminder: Type.Boolean(),
  TenDaysReminder: Type.Boolean(),
});

const ChangedReminders = Type.Partial(reminders, { additionalProperties: false });

/** Settings to change: those that are left out keep their values. */
const ChangedSettings = Type.Partial(
  strictObject({
    smsRemindersPermissions: Type.Partial(
      strictObject(
        Object.fromEntries(REMINDER_KINDS.map((kind) => [kind, ChangedReminders])) as Record<
          (typeof REMINDER_KINDS)[number],
          typeof ChangedReminders
        >,
      ),
      { additionalProperties: false },
    ),
  }),
  { additionalProperties: false },
);

const Settings = strictObject({
  /** Text reminders, by kind of stock. */
  smsRemindersPermissions: strictObject(
    Object.fromEntries(REMINDER_KINDS.map((kind) => [kind, reminders])) as Record<
      (typeof REMINDER_KINDS)[number],
      typeof reminders
    >,
  ),
});

const FilterText = text(100);
/** A person's choice in one filter of a list: a value, several, or a range. */
const FilterValue = Type.Union([
  FilterText,
  Type.Number(),
  Type.Boolean(),
  list(Type.Union([FilterText, Type.Number()]), { maxItems: 100 }),
  strictObject({ from: Type.Optional(Type.Number()), to: Type.Optional(Type.Number()) }),
]);

/** The filters of one screen, by their names. */
const ScreenFilters = Type.Unsafe<{ readonly [name: string]: Static<typeof FilterValue> }>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' },
  additionalProperties: FilterValue,
});

/** Filters by screen: `upcoming`, or `catalogue/{auction}`. */
const Filters = (most: number) =>
  Type.Unsafe<{ readonly [screen: string]: Static<typeof ScreenFilters> }>({
    type: 'object',
    maxProperties: most,
    propertyNames: { type: 'string', pattern: '^[a-z][A-Za-z0-9/_-]{0,79}$' },
    additionalProperties: ScreenFilters,
  });

const BankDetails = strictObject({
  accountName: text(TYPED_MOST, 1),
  BSB: text(TYPED_MOST, 1),
  accountNumber: text(TYPED_MOST, 1),
});

const NotificationId = text(64, 1);
const TermsVersion = text(20, 1);

/** A person's acceptance of the terms. */
const TERMS = {
  /** Whether the newest terms are accepted. */
  acceptedNewVersionTerms: Type.Boolean(),
  /** When terms were last accepted. */
  acceptedNewVersionTermsOn: orNull(ms('when the terms were accepted')),
  currentVersionAcceptedTo: orNull(TermsVersion),
  olderVersionsAcceptedTo: list(TermsVersion),
};

/** A file of a person, with its address. */
const OwnFile = orNull(strictObject({ name: Type.String(), type: Type.String(), url: Type.String() }));

export const WatchList = list(strictObject({ lotId: Type.String() }));

/** A person as they see themselves. `password` is never returned. */
export const Me = strictObject({
  _id: Type.String(),
  numericId: Type.Integer(),
  shortId: Type.String(),
  ...PROFILE,
  email: Type.String(),
  isEmailConfirmed: Type.Boolean({ description: 'false: the person can send no e-mails' }),
  phone: Type.String(),
  anotherStatePIC: Type.String(),
  officeAddress: KnownAddress,
  postalAddress: KnownAddress,
  customerDetails: CustomerDetails,
  logo: OwnFile,
  licenseFile: OwnFile,
  policyFile: OwnFile,
  bank: orNull(BankDetails),
  /** Section 4.1 of the accounts document. */
  status: Type.String(),
  type: Type.String(),
  /** The kind of agent assumed for a person who requested to buy: LLA, ULA. */
  operationType: orNull(oneOf('LLA', 'ULA')),
  role: orNull(oneOf('admin', 'auditor')),
  isRequestedAsBuyer: Type.Boolean(),
  isRequestedAsSeller: Type.Boolean(),
  requestedAt: orNull(ms('when the access was asked for that waits for a decision')),
  stockTypes: list(StockType),
  approvedStockTypes: list(StockType),
  /** The same list under two names: clients read either. */
  watchList: WatchList,
  watchList2: WatchList,
  ...TERMS,
  settings: Settings,
  filters: Filters(100),
  closedNotifications: list(Type.String()),
});
export type Me = Static<typeof Me>;

/**
 * The members of their profile that a person may change. Omitted members keep their values. `isRequestedAsBuyer`
 * alone requests access as a buyer, with `isRequestedAsSeller` as buyer and seller; both need `acceptedTerms`.
 * `status` and `approvedStockTypes` change nothing: a page may send the values it expects, and others are refused.
 */
export const OwnChanges = Type.Partial(
  strictObject({
    ...PROFILE,
    stockTypes: StockTypes,
    bank: BankDetails,
    settings: ChangedSettings,
    filters: Filters(10),
    closedNotifications: list(NotificationId, { maxItems: CLOSED_NOTIFICATIONS_KEPT }),
    isRequestedAsBuyer: Type.Boolean(),
    isRequestedAsSeller: Type.Boolean(),
    acceptedTerms: Type.Boolean(),
    status: Type.String({ maxLength: 40 }),
    approvedStockTypes: StockTypes,
    acceptedNewVersionTerms: Type.Boolean(),
    acceptedNewVersionTermsOn: ms('when the page was pressed; the server takes its own time'),
    currentVersionAcceptedTo: TermsVersion,
    olderVersionsAcceptedTo: list(TermsVersion, { maxItems: 100 }),
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type OwnChanges = Static<typeof OwnChanges>;

/** A registration. The account starts as a guest, regardless of the page it came from. */
export const RegistrationBody = strictObject({
  type: Type.Optional(oneOf('guest')),
  firstName: Name,
  lastName: Name,
  email: TypedEmail,
  password: TypedPassword,
  phone: Typed,
  secondaryPhone: Type.Optional(Typed),
  tradingName: Name,
  profession: Name,
  otherProfession: Type.Optional(Name),
  officeAddress: strictObject({
    address1: Type.Optional(addressLine),
    address2: Type.Optional(addressLine),
    town: Type.Optional(Name),
    state: StateOrNone,
    postcode: Typed,
  }),
});
export type RegistrationBody = Static<typeof RegistrationBody>;
