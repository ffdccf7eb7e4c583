import type { Me, OwnChanges } from '@saleyard/contract/accounts.ts';
import { asStored, isAgent } from '@saleyard/domain/account/profile.ts';
import { OTHER_PROFESSION, profileProblems } from '@saleyard/domain/account/validation.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';

/** What everyone's profile holds. */
type ShortProfile = Pick<
  Me,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'secondaryPhone'
  | 'tradingName'
  | 'profession'
  | 'otherProfession'
  | 'officeAddress'
>;

/** The values of the profile's form. */
export type ProfileValues = ShortProfile &
  Pick<
    Me,
    | 'postalAddress'
    | 'doYouTradeThroughCompany'
    | 'customerDetails'
    | 'ABN'
    | 'PIC'
    | 'isPICFromAnotherState'
    | 'anotherStatePIC'
    | 'areYouUsingAgent'
    | 'agentName'
    | 'agentPhone'
    | 'agencyName'
    | 'sellerType'
    | 'jobTitle'
    | 'yearsInIndustry'
    | 'SSPermitNumber'
    | 'SSPermitNumberOfYears'
    | 'saleConditions'
    | 'stockTypes'
  > & { postalSameAsOffice: boolean };

/** The kinds of seller that a profile may name. An agent sells for others, and needs no PIC. */
export const SELLER_TYPES = ['Vendor', 'Agent'] as const;

/** A person who sells has the long form of the profile; staff see all of it. */
export const isSellerType = ({ type, role }: Pick<Me, 'type' | 'role'>): boolean =>
  type === 'seller' || role === 'admin';

const sameAddress = ({
  officeAddress,
  postalAddress,
}: Pick<Me, 'officeAddress' | 'postalAddress'>): boolean =>
  JSON.stringify(officeAddress) === JSON.stringify(postalAddress);

/** The form's values of a person as stored. */
export function valuesOf(me: Me): ProfileValues {
  const { firstName, lastName, email, phone, secondaryPhone, tradingName, profession, otherProfession } = me;
  const { officeAddress, postalAddress, doYouTradeThroughCompany, customerDetails, ABN } = me;
  const { PIC, isPICFromAnotherState, anotherStatePIC, areYouUsingAgent, agentName, agentPhone } = me;
  const { agencyName, sellerType, jobTitle, yearsInIndustry, SSPermitNumber, SSPermitNumberOfYears } = me;
  return {
    firstName,
    lastName,
    email,
    phone,
    secondaryPhone,
    tradingName,
    profession,
    otherProfession,
    officeAddress,
    postalAddress,
    doYouTradeThroughCompany,
    customerDetails,
    ABN,
    PIC,
    isPICFromAnotherState,
    anotherStatePIC,
    areYouUsingAgent,
    agentName,
    agentPhone,
    agencyName,
    sellerType,
    jobTitle,
    yearsInIndustry,
    SSPermitNumber,
    SSPermitNumberOfYears,
    saleConditions: me.saleConditions,
    stockTypes: me.stockTypes,
    postalSameAsOffice: sameAddress(me),
  };
}

const NO_AGENT = { agentName: '', agentPhone: '', agencyName: '' } as const;

/** Everything wrong with the profile of this person. */
export function problemsIn(values: ProfileValues, me: Pick<Me, 'type' | 'role'>): Problem[] {
  const seller = isSellerType(me);
  // Without an agent the fields are not there to be put right.
  const asked = values.areYouUsingAgent ? values : { ...values, ...NO_AGENT };
  return profileProblems(asked, { seller, agent: isAgent(values) });
}

/** The customer details that are asked for the answer about a company. */
function customerOf({ doYouTradeThroughCompany, customerDetails }: ProfileValues) {
  const { companyName, ACN, givenName, lastName, legalNameOfTradingEntity } = customerDetails;
  return doYouTradeThroughCompany
    ? { companyName, ACN, givenName, lastName }
    : { legalNameOfTradingEntity, givenName, lastName };
}

/**
 * What saving the profile sends: as it is stored, and only what this person's form has. What was typed into a field that another
 * answer took away is dropped, for nobody could put it right.
 */
export function changesOf(values: ProfileValues, me: Pick<Me, 'type' | 'role'>): OwnChanges {
  const { postalSameAsOffice, officeAddress, ...rest } = asStored(values);
  const { firstName, lastName, email, phone, secondaryPhone, tradingName, profession } = rest;
  const otherProfession = profession === OTHER_PROFESSION ? rest.otherProfession : '';
  const own = {
    firstName,
    lastName,
    email,
    phone,
    secondaryPhone,
    tradingName,
    profession,
    otherProfession,
    officeAddress,
  } as OwnChanges;
  if (!isSellerType(me)) return own;
  const { customerDetails: _, postalAddress, anotherStatePIC, ...seller } = rest;
  return {
    ...own,
    ...(seller as OwnChanges),
    ...(rest.areYouUsingAgent ? {} : NO_AGENT),
    ...(rest.doYouTradeThroughCompany ? { ABN: '' } : {}),
    otherProfession,
    customerDetails: customerOf(asStored(values)),
    postalAddress: (postalSameAsOffice ? officeAddress : postalAddress) as OwnChanges['postalAddress'],
    anotherStatePIC: (rest.isPICFromAnotherState ? anotherStatePIC : '') as OwnChanges['anotherStatePIC'],
  };
}
