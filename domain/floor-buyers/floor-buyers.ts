import type { Decider } from '../decider.ts';

/** Buyer numbers of one sale that have a name, at most. */
export const FLOOR_BUYERS_MOST = 2_000;
/** Buyer numbers that one account may claim in a sale, refused claims included. */
export const CLAIMS_MOST = 5;

/** Whose key seals the person of a buyer number: nobody's account. */
export const floorBuyerKey = (auction: string, number: string): string => `floor-${auction}-${number}`;

/** The person of a buyer number, sealed as JSON. Unknown texts are ''. */
export type FloorPerson = { name: string; pic: string; phone: string };

/** The person of a buyer number in its decrypted text; null once they were erased. */
export const floorPersonOf = (text: string | null | undefined): FloorPerson | null =>
  text ? (JSON.parse(text) as FloorPerson) : null;

/** A buyer number that the desk gave. `personal`: name, PIC and phone, sealed with a key of their own; '' once deleted. */
export type FloorBuyer = { readonly number: string; readonly personal: string };

/** A claim of an account: "I was buyer 214 in this sale". `reason` of a refusal, sealed with the account's key. */
export type FloorClaim = {
  readonly number: string;
  readonly account: string;
  readonly at: number;
  readonly state: 'waits' | 'approved' | 'refused';
  readonly reason: string;
};

/** The buyer numbers of a sale and the claims on them. `waiting`: claims that staff must decide. */
export type FloorBuyersState = {
  readonly buyers: readonly FloorBuyer[];
  readonly claims: readonly FloorClaim[];
  readonly waiting: number;
};

/** Storage formats. The person is in the event's metadata. */
export type FloorBuyersEvent =
  /** Given, or changed. */
  | { type: 'FloorBuyerRegistered'; data: { at: number; number: string; personal: string } }
  /** The key is deleted with it: name, PIC and phone can't be read any more. */
  | { type: 'FloorBuyerErased'; data: { at: number; number: string } }
  | { type: 'BuyerNumberClaimed'; data: { at: number; number: string; account: string } }
  | {
      type: 'FloorClaimDecided';
      data: { at: number; number: string; account: string; approved: boolean; reason: string };
    };

export type FloorBuyersCommandBody =
  /** `isNew`: only if nobody has it; else it replaces who has it. */
  | { type: 'register'; number: string; personal: string; isNew?: boolean }
  | { type: 'erase'; number: string }
  | { type: 'claim'; number: string; account: string }
  | { type: 'decideClaim'; number: string; account: string; approved: boolean; reason: string };

export type FloorBuyersRefusal = {
  code: 'number-taken' | 'too-many-buyers' | 'too-many-claims' | 'no-claim';
};

type Decision =
  | { outcome: 'accepted'; events: readonly FloorBuyersEvent[] }
  | ({ outcome: 'refused' } & FloorBuyersRefusal);

const accepted = (...events: FloorBuyersEvent[]): Decision => ({ outcome: 'accepted', events });
const refused = (code: FloorBuyersRefusal['code']): Decision => ({ outcome: 'refused', code });

function decide(
  { buyers, claims }: FloorBuyersState,
  { at, body }: { readonly at: number; readonly body: FloorBuyersCommandBody },
): Decision {
  const { number } = body;
  const known = buyers.some((one) => one.number === number);
  switch (body.type) {
    case 'register': {
      if (known && body.isNew) return refused('number-taken');
      if (!known && buyers.length >= FLOOR_BUYERS_MOST) return refused('too-many-buyers');
      return accepted({ type: 'FloorBuyerRegistered', data: { at, number, personal: body.personal } });
    }
    case 'erase':
      return known ? accepted({ type: 'FloorBuyerErased', data: { at, number } }) : accepted();
    case 'claim': {
      const own = claims.filter(({ account }) => account === body.account);
      if (own.some((one) => one.number === number && one.state !== 'refused')) return accepted();
      if (own.length >= CLAIMS_MOST) return refused('too-many-claims');
      return accepted({ type: 'BuyerNumberClaimed', data: { at, number, account: body.account } });
    }
    case 'decideClaim': {
      const { account, approved, reason } = body;
      const claim = claims.findLast((one) => one.number === number && one.account === account);
      if (claim?.state !== 'waits') return refused('no-claim');
      return accepted({ type: 'FloorClaimDecided', data: { at, number, account, approved, reason } });
    }
  }
}

const counted = (state: Omit<FloorBuyersState, 'waiting'>): FloorBuyersState => ({
  ...state,
  waiting: state.claims.filter((one) => one.state === 'waits').length,
});

function evolve(state: FloorBuyersState, event: FloorBuyersEvent): FloorBuyersState {
  const { buyers, claims } = state;
  const { number } = event.data;
  switch (event.type) {
    case 'FloorBuyerRegistered': {
      const others = buyers.filter((one) => one.number !== number);
      return { ...state, buyers: [...others, { number, personal: event.data.personal }] };
    }
    case 'FloorBuyerErased':
      return { ...state, buyers: buyers.filter((one) => one.number !== number) };
    case 'BuyerNumberClaimed': {
      const { at, account } = event.data;
      return counted({ buyers, claims: [...claims, { number, account, at, state: 'waits', reason: '' }] });
    }
    case 'FloorClaimDecided': {
      const { account, approved, reason } = event.data;
      const decided = claims.map((one) =>
        one.number === number && one.account === account && one.state === 'waits'
          ? { ...one, state: approved ? ('approved' as const) : ('refused' as const), reason }
          : one,
      );
      return counted({ buyers, claims: decided });
    }
  }
}

/** The buyer numbers that the desk gives for one sale, and the accounts that claim them. Its id is the sale's. */
export const floorBuyersDecider: Decider<
  FloorBuyersState,
  FloorBuyersCommandBody,
  FloorBuyersEvent,
  FloorBuyersRefusal
> = { initial: { buyers: [], claims: [], waiting: 0 }, decide, evolve };
