import {
  addressLine,
  businessName,
  INPUT_FILTERS,
  optional,
  type Problem,
  phoneNumber,
  picRule,
  postcodeRule,
  problemsOf,
  stateRule,
} from '../fields/rules.ts';
import { emailProblem } from './credentials.ts';
import { FILL_ANYTHING } from './validation.ts';

/** Favourite PICs that one account keeps. One more is refused (`too-many-pics`). */
export const FAVOURITE_PICS_MOST = 200;

/** A vendor and their property, as a seller keeps them for the lot form. What is not stated is ''. */
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

/** Trimmed, with the PIC and the town in upper case. */
export function tidyVendorPic(of: VendorPic): VendorPic {
  const trimmed = Object.fromEntries(
    Object.entries(of).map(([name, text]) => [name, text.trim()]),
  ) as VendorPic;
  return { ...trimmed, pic: INPUT_FILTERS.pic(trimmed.pic), town: trimmed.town.toUpperCase() };
}

/** Everything wrong with a favourite PIC. Each field may be left out, but not all of them: that is said of no field. */
export function vendorPicProblems(of: VendorPic): Problem[] {
  const { vendorName, pic, vendorPhone, vendorEmail, address, town, postcode, state, district } = of;
  const email = vendorEmail.trim();
  const problems = problemsOf({
    vendorName: optional(businessName('Vendor'))(vendorName),
    pic: optional(picRule(state))(pic.trim().toUpperCase()),
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

/** Fields whose own message is said above a favourite PIC that can't be saved. */
const NAMED: readonly string[] = ['pic', 'vendorPhone', 'vendorEmail', 'postcode'];

/** What is said above a favourite PIC that can't be saved; null when it can. */
export function vendorPicSummary(problems: readonly Problem[]): string | null {
  if (problems.length === 0) return null;
  return problems.find(({ field }) => NAMED.includes(field))?.message ?? FILL_ANYTHING;
}

/** A favourite PIC of an account. `personal`: a `VendorPic`, sealed. */
export type FavouritePic = { readonly id: string; readonly personal: string };

export type FavouritePicCommand =
  | { type: 'addPic'; pic: string; personal: string }
  | { type: 'changePic'; pic: string; personal: string }
  | { type: 'deletePic'; pic: string };

/** Storage formats, among the account's own. `pic`: the id of a favourite PIC, not the code. */
export type FavouritePicEvent =
  | { type: 'PicAdded'; data: { at: number; pic: string; personal: string } }
  | { type: 'PicChanged'; data: { at: number; pic: string; personal: string } }
  | { type: 'PicDeleted'; data: { at: number; pic: string } };

type FavouritePicDecision =
  | { outcome: 'accepted'; events: readonly FavouritePicEvent[] }
  | { outcome: 'refused'; code: 'too-many-pics' | 'unknown-pic' };

const accepted = (...events: FavouritePicEvent[]): FavouritePicDecision => ({ outcome: 'accepted', events });

/** What a command does to the favourite PICs of an account. */
export function decideFavouritePics(
  pics: readonly FavouritePic[],
  at: number,
  body: FavouritePicCommand,
): FavouritePicDecision {
  const known = pics.find(({ id }) => id === body.pic);
  switch (body.type) {
    case 'addPic': {
      if (known !== undefined) return accepted();
      if (pics.length >= FAVOURITE_PICS_MOST) return { outcome: 'refused', code: 'too-many-pics' };
      return accepted({ type: 'PicAdded', data: { at, pic: body.pic, personal: body.personal } });
    }
    case 'changePic':
      if (known === undefined) return { outcome: 'refused', code: 'unknown-pic' };
      if (known.personal === body.personal) return accepted();
      return accepted({ type: 'PicChanged', data: { at, pic: body.pic, personal: body.personal } });
    case 'deletePic':
      return known === undefined ? accepted() : accepted({ type: 'PicDeleted', data: { at, pic: body.pic } });
  }
}

/** The favourite PICs after an event of theirs. Pure; the argument is never changed. */
export function evolveFavouritePics(
  pics: readonly FavouritePic[],
  { type, data }: FavouritePicEvent,
): readonly FavouritePic[] {
  switch (type) {
    case 'PicAdded':
      return [...pics, { id: data.pic, personal: data.personal }];
    case 'PicChanged':
      return pics.map((one) => (one.id === data.pic ? { ...one, personal: data.personal } : one));
    case 'PicDeleted':
      return pics.filter(({ id }) => id !== data.pic);
  }
}
