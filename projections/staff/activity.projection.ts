import { type ActArea, STAFF_ACTS, type StaffAct } from '@saleyard/contract/activity.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { isTextId, type TextId } from '@saleyard/domain/content/texts.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import type { EventOf } from '@saleyard/domain/streams.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { AnyChange, ProjectionOfKinds } from '../projection.ts';

export const ACTIVITY = 'activity';
export const ACTIVE_STAFF = 'active-staff';

/** One act of somebody of staff. It holds ids only: people and titles are read when it is shown. */
export type ActivityDocument = {
  at: number;
  /** Of its event; it orders acts of the same ms. */
  position: number;
  by: string;
  act: StaffAct;
  area: ActArea;
  sale: string | null;
  lot: string | null;
  account: string | null;
  /** Lots that were added; null for other acts. */
  lots: number | null;
  /** The text that was published; null for other acts. */
  text: TextId | null;
  /** The day of the fees that were set or withdrawn; null for other acts. */
  day: string | null;
};

type Act = Omit<ActivityDocument, 'at' | 'position' | 'by' | 'area'>;

const AREA_OF = new Map<StaffAct, ActArea>(
  (Object.entries(STAFF_ACTS) as [ActArea, readonly StaffAct[]][]).flatMap(([area, acts]) =>
    acts.map((act) => [act, area] as const),
  ),
);

const NOTHING = { sale: null, lot: null, account: null, lots: null, text: null, day: null } as const;

const LOT_ACTS = {
  BiddingOpened: 'biddingOpened',
  LotWithdrawn: 'withdrawn',
  LotSoldBefore: 'soldBefore',
  LotSoldAfter: 'soldAfter',
  FloorBidRetracted: 'floorBidTakenBack',
  LotReopened: 'lotReopened',
  LotReinstated: 'lotReinstated',
  SaleCorrected: 'resultCorrected',
  CorrectionProposed: 'correctionProposed',
  CorrectionConfirmed: 'correctionConfirmed',
  CorrectionDeclined: 'correctionDeclined',
  FloorBuyerNamed: 'floorBuyerNamed',
} as const satisfies Partial<Record<AuctionEvent['type'], StaffAct>>;

const STOP_ACTS = { Frozen: 'frozen', Resumed: 'resumed', Paused: 'paused', Unpaused: 'unpaused' } as const;

/** The act of an event that somebody of staff caused in a sale; null for what the sale did by itself. */
function saleAct(sale: string, event: AuctionEvent): Act | null {
  const ofSale = (act: StaffAct): Act => ({ ...NOTHING, act, sale });
  const ofLot = (act: StaffAct, lot: string | null): Act => ({ ...NOTHING, act, sale, lot });
  switch (event.type) {
    case 'AuctionScheduled':
      return ofSale(event.data.after === undefined ? 'scheduled' : 'saleChanged');
    case 'LotsCatalogued': {
      const { lots, place } = event.data;
      if (place !== undefined) return ofLot('lotChanged', lots[0]?.lot ?? null);
      return { ...ofSale('lotsAdded'), lots: lots.length };
    }
    case 'BuyerNumberAssigned':
      return ofSale('buyerNumberAssigned');
    case 'AuctionCancelled':
      return ofSale('saleCancelled');
    case 'Announced':
      return ofSale(event.data.text === null ? 'announcementEnded' : 'announced');
    case 'EveryoneMessaged':
      return ofSale('messaged');
    case 'ResultsExported':
      return ofSale(event.data.contacts ? 'exportedWithContacts' : 'exportedWithoutContacts');
    case 'Frozen':
    case 'Resumed':
    case 'Paused':
    case 'Unpaused':
      return ofLot(STOP_ACTS[event.type], event.data.lot);
    case 'LotsClosed': {
      const { by, lots } = event.data;
      if (by === 'time') return null;
      return ofLot(by === 'knockDown' ? 'knockedDown' : 'passedIn', lots[0]?.lot ?? null);
    }
    case 'BidAccepted':
    case 'AutoBidAccepted': {
      const { command } = event.data;
      if (command.type === 'vendorBid') return ofLot('vendorBid', command.lot);
      return ofLot(command.type === 'floorBid' ? 'floorBid' : 'phoneBid', command.lot);
    }
    case 'BiddingOpened':
    case 'LotWithdrawn':
    case 'LotSoldBefore':
    case 'LotSoldAfter':
    case 'FloorBidRetracted':
    case 'LotReopened':
    case 'LotReinstated':
    case 'SaleCorrected':
    case 'CorrectionProposed':
    case 'CorrectionConfirmed':
    case 'CorrectionDeclined':
    case 'FloorBuyerNamed':
      return ofLot(LOT_ACTS[event.type], event.data.lot);
    default:
      return null;
  }
}

/** The act of an event in a sale's register of buyer numbers; an approved claim is the sale's own act. */
function floorAct(sale: string, event: EventOf<'floorBuyers'>): Act | null {
  switch (event.type) {
    case 'FloorBuyerRegistered':
      return { ...NOTHING, act: 'buyerNumberWritten', sale };
    case 'FloorBuyerErased':
      return { ...NOTHING, act: 'floorBuyerErased', sale };
    case 'FloorClaimDecided': {
      const { approved, account } = event.data;
      return approved ? null : { ...NOTHING, act: 'claimRefused', sale, account };
    }
    case 'BuyerNumberClaimed':
      return null;
  }
}

const LISTING_ACTS: Partial<Record<ListingEvent['type'], StaffAct>> = {
  ListingApproved: 'lotApproved',
  ListingRefused: 'lotSentBack',
  ListingFeePaid: 'feePaid',
  ListingFeeUnpaid: 'feeUnpaid',
};

const ACCOUNT_ACTS: Partial<Record<AccountEvent['type'], StaffAct>> = {
  AccountRegistered: 'accountOpened',
  AccessDecided: 'accessDecided',
  AccountSuspended: 'accountSuspended',
  AccountRestored: 'accountRestored',
  RoleChanged: 'roleChanged',
  SecondFactorReset: 'secondFactorReset',
  AccountForgotten: 'accountClosed',
};

const OTHER_ACTS: Readonly<Record<string, StaffAct>> = {
  NotificationShown: 'bannerShown',
  NotificationEnded: 'bannerEnded',
  ProfessionAdded: 'professionAdded',
  KindStopped: 'kindStopped',
  KindResumed: 'kindResumed',
};

function actOf({ of, id, after, events }: AnyChange, index: number): Act | null {
  const event = events[index];
  if (event === undefined) return null;
  if (of === 'auction') return saleAct(id, event as AuctionEvent);
  if (of === 'floorBuyers') return floorAct(id, event as EventOf<'floorBuyers'>);
  if (of === 'listing') {
    const act = LISTING_ACTS[event.type as ListingEvent['type']];
    return act === undefined ? null : { ...NOTHING, act, lot: id, sale: after?.auction ?? null };
  }
  if (of === 'account') {
    const act = ACCOUNT_ACTS[event.type as AccountEvent['type']];
    return act === undefined ? null : { ...NOTHING, act, account: id };
  }
  if (of === 'text') {
    const { restores } = (event as EventOf<'text'>).data;
    return {
      ...NOTHING,
      act: restores === undefined ? 'textPublished' : 'textRestored',
      text: isTextId(id) ? id : null,
    };
  }
  if (of === 'fees') {
    const { type, data } = event as EventOf<'fees'>;
    return { ...NOTHING, act: type === 'FeesSet' ? 'feesSet' : 'feesWithdrawn', day: data.from };
  }
  const act = OTHER_ACTS[event.type];
  return act === undefined ? null : { ...NOTHING, act };
}

/**
 * What people of staff did, one document for each act, and the accounts of those who did something. Refused commands
 * are left out.
 */
export const activityProjection: ProjectionOfKinds = {
  name: 'activity',
  version: 3,
  // Version 2 had no acts in the register of buyer numbers.
  readsSince: 2,
  collections: [
    {
      name: ACTIVITY,
      indexes: [
        { keys: { at: -1, position: -1 } },
        { keys: { by: 1, at: -1, position: -1 } },
        { keys: { area: 1, at: -1, position: -1 } },
      ],
    },
    { name: ACTIVE_STAFF },
  ],
  of: ['auction', 'listing', 'account', 'notification', 'content', 'kinds', 'text', 'fees', 'floorBuyers'],
  project(change) {
    const people = new Set<string>();
    const writes = change.recorded.flatMap(({ stream, revision, position, meta }, index): DocumentWrite[] => {
      const made = meta.actor.kind === 'staff' ? actOf(change, index) : null;
      const area = made && AREA_OF.get(made.act);
      if (made === null || area == null) return [];
      const by = meta.actor.id;
      people.add(by);
      const document: ActivityDocument = { at: meta.at, position, by, area, ...made };
      return [{ op: 'put', collection: ACTIVITY, id: `${stream}:${revision}`, document }];
    });
    const active = [...people].map(
      (id): DocumentWrite => ({ op: 'put', collection: ACTIVE_STAFF, id, document: {} }),
    );
    return [...writes, ...active];
  },
};
