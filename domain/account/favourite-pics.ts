/** Favourite PICs that one account keeps. One more is refused (`too-many-pics`). */
export const FAVOURITE_PICS_MOST = 200;

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

/** The favourite PICs after an event of the account. Pure; the argument is never changed. */
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
