import {
  type Address,
  abnRule,
  acnRule,
  addressProblems,
  anyText,
  bsbRule,
  businessName,
  digitsOnly,
  FIELD_LIMITS,
  optional,
  type Problem,
  personName,
  phoneNumber,
  picRule,
  postcodeRule,
  problemsOf,
  stateRule,
} from '../fields/rules.ts';
import { storedText } from '../fields/typed.ts';
import { parseEmail } from '../fields/typed-codes.ts';
import { LOT_LIMITS } from '../listing/stock.ts';
import { confirmProblem, emailProblem, madePasswordProblem } from './credentials.ts';
import type { AccessKind, StockType } from './events.ts';

// What registration, a profile and a request for access must be. Forms and the server check by these rules; fields are
// named as the request sends them: "officeAddress.postcode".

/** The profession whose name the person writes. */
export const OTHER_PROFESSION = 'Other (Specify)';

/** The message above a form that can't be sent: step 1 of registration and the profile. */
export const FILL_REQUIRED = 'Please fill required fields';
/** The same for registration as a whole, and for a request for access. */
export const FILL_CORRECTLY = 'Please correctly fill required fields';
/** The same for a request for access with nothing filled in. */
export const FILL_ANYTHING = 'Please correctly provide at least 1 field';

/** A person's name and contact details: step 1 of registration. */
export type PersonalDetails = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  secondaryPhone: string;
};

/** Everything wrong with the details of a person. */
export const personalProblems = (details: PersonalDetails): Problem[] =>
  problemsOf({
    firstName: personName('First Name')(details.firstName),
    lastName: personName('Last Name')(details.lastName),
    email: emailProblem(storedText(parseEmail, details.email)),
    phone: phoneNumber('Phone')(details.phone),
    secondaryPhone: optional(phoneNumber('Secondary Phone'))(details.secondaryPhone),
  });

/** What a person does. */
type TradingDetails = { tradingName: string; profession: string; otherProfession: string };

const tradingProblems = ({ tradingName, profession, otherProfession }: TradingDetails): Problem[] =>
  problemsOf({
    tradingName: businessName('Trading Name')(tradingName),
    profession: businessName('Profession')(profession),
    otherProfession:
      profession === OTHER_PROFESSION ? businessName('Other Profession')(otherProfession) : null,
  });

/** The details of a business: step 2 of registration, without the repeated password. */
export type RegistrationDetails = TradingDetails & {
  password: string;
  officeAddress: Pick<Address, 'state' | 'postcode'>;
};

/** Everything wrong with step 2 of registration. `confirmPassword`: as the form has it; a request sends none. */
export function registrationProblems({
  password,
  confirmPassword,
  officeAddress: { state, postcode },
  ...trading
}: RegistrationDetails & { confirmPassword?: string }): Problem[] {
  return [
    ...problemsOf({
      password: madePasswordProblem(password),
      confirmPassword: confirmPassword === undefined ? null : confirmProblem(confirmPassword, password),
    }),
    ...tradingProblems(trading),
    ...problemsOf({
      'officeAddress.state': stateRule('State')(state),
      'officeAddress.postcode': postcodeRule(state)(postcode),
    }),
  ];
}

/** The name a person trades under. The fields shown depend on the answer about a company. */
export type CustomerDetails = {
  companyName: string;
  ACN: string;
  givenName: string;
  lastName: string;
  legalNameOfTradingEntity: string;
};

export const EMPTY_CUSTOMER: CustomerDetails = {
  companyName: '',
  ACN: '',
  givenName: '',
  lastName: '',
  legalNameOfTradingEntity: '',
};

type Trader = {
  /** null: not answered. */
  doYouTradeThroughCompany: boolean | null;
  customerDetails: CustomerDetails;
  ABN: string;
};

function traderProblems({ doYouTradeThroughCompany, customerDetails, ABN }: Trader): Problem[] {
  const { companyName, ACN, givenName, lastName, legalNameOfTradingEntity } = customerDetails;
  if (doYouTradeThroughCompany === null) {
    return [{ field: 'doYouTradeThroughCompany', message: 'Please select Yes or No' }];
  }
  return problemsOf({
    ...(doYouTradeThroughCompany
      ? {
          'customerDetails.companyName': businessName('Company Name')(companyName),
          'customerDetails.ACN': acnRule(ACN),
        }
      : {
          'customerDetails.legalNameOfTradingEntity': businessName('Legal Name Of Trading Entity')(
            legalNameOfTradingEntity,
          ),
          ABN: abnRule(ABN),
        }),
    'customerDetails.givenName': personName('Given Name')(givenName),
    'customerDetails.lastName': personName('Last Name')(lastName),
  });
}

type Property = {
  PIC: string;
  isPICFromAnotherState: boolean | null;
  /** The state of the PIC where it is not that of the office. */
  anotherStatePIC: string;
};

function propertyProblems(
  { PIC, isPICFromAnotherState, anotherStatePIC }: Property,
  { officeState, picOptional }: { officeState: string; picOptional: boolean },
): Problem[] {
  const rule = picRule(isPICFromAnotherState ? anotherStatePIC : officeState);
  return problemsOf({
    PIC: picOptional ? optional(rule)(PIC) : rule(PIC),
    anotherStatePIC: isPICFromAnotherState ? stateRule('State of PIC')(anotherStatePIC) : null,
  });
}

type Addresses = { officeAddress: Address; postalAddress: Address; postalSameAsOffice: boolean };

const addressesProblems = ({ officeAddress, postalAddress, postalSameAsOffice }: Addresses): Problem[] => [
  ...addressProblems(officeAddress, { at: 'officeAddress', box: false }),
  ...(postalSameAsOffice ? [] : addressProblems(postalAddress, { at: 'postalAddress', box: true })),
];

/** A request for access: to buy, or to buy and sell. */
export type AccessRequest = Trader &
  Property &
  Addresses & {
    areYouUsingAgent: boolean | null;
    agentName: string;
    acceptedTerms: boolean;
    /** Only for people who want to sell. */
    registeredForGST: boolean | null;
    stockTypes: readonly StockType[];
  };

/** Everything that keeps a request for access from being sent. */
export function accessRequestProblems(request: AccessRequest, kind: AccessKind): Problem[] {
  const { isPICFromAnotherState, areYouUsingAgent, agentName, acceptedTerms, registeredForGST, stockTypes } =
    request;
  const answered = (answer: boolean | null) => (answer === null ? 'Please select Yes or No' : null);
  const selling = kind === 'buyer-and-seller';
  return [
    ...traderProblems(request),
    ...addressesProblems(request),
    ...problemsOf({ isPICFromAnotherState: answered(isPICFromAnotherState) }),
    ...propertyProblems(request, { officeState: request.officeAddress.state, picOptional: false }),
    ...problemsOf({
      areYouUsingAgent: answered(areYouUsingAgent),
      agentName: areYouUsingAgent ? businessName('Agent Name')(agentName) : null,
      registeredForGST: selling ? answered(registeredForGST) : null,
      stockTypes: selling && stockTypes.length === 0 ? 'Please select at least one stock type' : null,
      acceptedTerms: acceptedTerms ? null : 'Please Accept Terms & Conditions',
    }),
  ];
}

/** The message above a request for access that can't be sent; null when it can. */
export function accessRequestHeadline(request: AccessRequest, problems: readonly Problem[]): string | null {
  if (problems.length === 0) return null;
  return isUnanswered(request) ? FILL_ANYTHING : FILL_CORRECTLY;
}

/** Whether nothing was filled in. Agreeing to the terms does not count. */
function isUnanswered({ acceptedTerms: _, postalSameAsOffice: __, ...answers }: AccessRequest): boolean {
  const isEmpty = (value: unknown): boolean => {
    if (value === null || value === '') return true;
    return typeof value === 'object' && Object.values(value).every(isEmpty);
  };
  return isEmpty(answers);
}

/** A person's place in the industry, their permit, the agent who sells for them, and the usual terms. '' where not stated. */
type Industry = {
  yearsInIndustry?: string;
  SSPermitNumber?: string;
  SSPermitNumberOfYears?: string;
  jobTitle?: string;
  agentName?: string;
  agentPhone?: string;
  agencyName?: string;
  saleConditions?: string;
};

const industryProblems = (of: Industry): Problem[] =>
  problemsOf({
    yearsInIndustry: optional(digitsOnly('Years In Industry'))(of.yearsInIndustry ?? ''),
    SSPermitNumber: optional(digitsOnly('Permit Number'))(of.SSPermitNumber ?? ''),
    SSPermitNumberOfYears: optional(digitsOnly('Years Permit Held'))(of.SSPermitNumberOfYears ?? ''),
    jobTitle: anyText('Job Title')(of.jobTitle ?? ''),
    agentName: anyText('Agent Name')(of.agentName ?? ''),
    agentPhone: optional(phoneNumber('Agent Phone'))(of.agentPhone ?? ''),
    agencyName: anyText('Agency Name')(of.agencyName ?? ''),
    saleConditions: anyText('Special Conditions Of Sale', LOT_LIMITS.saleConditions)(of.saleConditions ?? ''),
  });

/** The parts of a profile that have rules of their own. */
export type Profile = PersonalDetails & TradingDetails & Trader & Property & Addresses & Industry;

/**
 * Everything wrong with a profile. Those who don't sell have a short one, whose address may lack a street. `agent`: a
 * person who sells for others needs no PIC of their own.
 */
export function profileProblems(
  profile: Profile,
  { seller, agent }: { seller: boolean; agent: boolean },
): Problem[] {
  const own = [...personalProblems(profile), ...tradingProblems(profile)];
  const { officeAddress } = profile;
  if (!seller) return [...own, ...shortAddressProblems(officeAddress)];
  return [
    ...own,
    ...traderProblems(profile),
    ...addressesProblems(profile),
    ...propertyProblems(profile, { officeState: officeAddress.state, picOptional: agent }),
    ...industryProblems(profile),
  ];
}

const shortAddressProblems = (address: Address): Problem[] =>
  addressProblems(address, { at: 'officeAddress', box: false }).filter(
    ({ field }) => !(field.endsWith('.address1') || field.endsWith('.town')) || lineOf(address, field) !== '',
  );

const lineOf = ({ address1, town }: Address, field: string): string =>
  (field.endsWith('.town') ? town : address1).trim();

/** The message above a profile that can't be saved: the problem with the PIC, else that fields are missing. */
export const profileHeadline = (problems: readonly Problem[]): string | null =>
  problems.length === 0 ? null : (problems.find(({ field }) => field === 'PIC')?.message ?? FILL_REQUIRED);

/** The account that a seller is paid into. */
export type BankDetails = { accountName: string; BSB: string; accountNumber: string };

/** Everything wrong with the details of a bank account. */
export const bankProblems = ({ accountName, BSB, accountNumber }: BankDetails): Problem[] =>
  problemsOf({
    accountName: businessName('Account Name')(accountName),
    BSB: bsbRule(BSB),
    accountNumber: digitsOnly('Account Number', FIELD_LIMITS.accountNumber)(accountNumber),
  });
