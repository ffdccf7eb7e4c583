import {
  addressLine,
  businessName,
  optional,
  type Problem,
  phoneNumber,
  picRule,
  postcodeRule,
  problemsOf,
  stateRule,
} from '../fields/rules.ts';
import { plainText, storedText } from '../fields/typed.ts';
import { parseEmail, parsePhone, parsePic, parsePostcode, parseState } from '../fields/typed-codes.ts';
import { emailProblem } from './credentials.ts';
import { FILL_ANYTHING } from './validation.ts';

/** A vendor and their property, as a seller keeps them for the lot form. Unstated fields are ''. */
export type VendorPic = {
  vendorName: string;
  pic: string;
  vendorPhone: string;
  vendorEmail: string;
  address: string;
  town: string;
  postcode: string;
  state: string;
  district: string;
};

export const EMPTY_VENDOR_PIC: VendorPic = {
  vendorName: '',
  pic: '',
  vendorPhone: '',
  vendorEmail: '',
  address: '',
  town: '',
  postcode: '',
  state: '',
  district: '',
};

/** As it is stored: without what nobody sees, the PIC and the town in upper case, codes and numbers without spaces. */
export function tidyVendorPic(of: VendorPic): VendorPic {
  const plain = Object.fromEntries(
    Object.entries(of).map(([name, text]) => [name, plainText(text)]),
  ) as VendorPic;
  const state = storedText(parseState, plain.state);
  return {
    ...plain,
    state,
    pic: storedText(parsePic(state), plain.pic).toUpperCase(),
    vendorPhone: storedText(parsePhone, plain.vendorPhone),
    vendorEmail: storedText(parseEmail, plain.vendorEmail),
    postcode: storedText(parsePostcode(state), plain.postcode),
    town: plain.town.toUpperCase(),
  };
}

/**
 * Everything wrong with a favourite PIC. Each field may be left out, but not all of them: that problem belongs to no
 * field.
 */
export function vendorPicProblems(of: VendorPic): Problem[] {
  const { vendorName, pic, vendorPhone, vendorEmail, address, town, postcode, state, district } = of;
  const email = storedText(parseEmail, vendorEmail);
  const problems = problemsOf({
    vendorName: optional(businessName('Vendor'))(vendorName),
    pic: optional(picRule(state))(pic),
    vendorPhone: optional(phoneNumber('Phone'))(vendorPhone),
    vendorEmail: email === '' ? null : emailProblem(email),
    address: optional(addressLine('Address'))(address),
    town: optional(businessName('Town'))(town),
    state: optional(stateRule('State'))(state),
    postcode: optional(postcodeRule(state))(postcode),
    district: optional(businessName('District'))(district),
  });
  const isEmpty = Object.values(of).every((text) => text.trim() === '');
  return isEmpty ? [{ field: '', message: FILL_ANYTHING }] : problems;
}

/** Fields whose own message is shown above a favourite PIC that can't be saved. */
const NAMED: readonly string[] = ['pic', 'vendorPhone', 'vendorEmail', 'postcode'];

/** The message above a favourite PIC that can't be saved; null when it can. */
export function vendorPicSummary(problems: readonly Problem[]): string | null {
  if (problems.length === 0) return null;
  return problems.find(({ field }) => NAMED.includes(field))?.message ?? FILL_ANYTHING;
}
