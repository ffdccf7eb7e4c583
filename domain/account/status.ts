/** How far staff have approved an account. The words are the specification's. */
export type AccountStatus =
  | 'registered'
  | 'registered-updated'
  | 'approved-buyer'
  | 'approved-buyer-updated'
  | 'approved-buyer-seller'
  | 'approved-seller'
  | 'partially-approved'
  | 'partially-approved:updated';

type Labels = { label: string; header: string };

const GUEST: Labels = { label: 'Guest Account', header: 'Guest' };
const BUYER: Labels = { label: 'Buyer', header: 'Buyer' };

/** Each status as the account screens show it, and as the header shows the person. */
const STATUS_LABELS: { readonly [S in AccountStatus]: Labels } = {
  registered: GUEST,
  'registered-updated': GUEST,
  'approved-buyer': BUYER,
  'approved-buyer-updated': BUYER,
  'approved-buyer-seller': { label: 'Buyer and Seller', header: 'Buyer & Seller' },
  'approved-seller': { label: 'Seller', header: 'Seller' },
  'partially-approved': { label: 'must complete profile', header: 'Guest' },
  'partially-approved:updated': {
    label: 'under review, approval expected within 24 hours',
    header: 'Guest',
  },
};

/** Every status, the one of a new account first. */
export const ACCOUNT_STATUSES = Object.keys(STATUS_LABELS) as readonly AccountStatus[];

const BIDDING = new Set<AccountStatus>(['approved-buyer', 'approved-buyer-updated', 'approved-buyer-seller']);

/** Whether an account of this status may bid and set auto-bids. */
export const mayBid = (status: AccountStatus): boolean => BIDDING.has(status);

/** What the account screens call this status. */
export const statusLabel = (status: AccountStatus): string => STATUS_LABELS[status].label;

/** What the header calls a person of this status: Guest, Buyer, Seller or Buyer & Seller. */
export const headerLabel = (status: AccountStatus): string => STATUS_LABELS[status].header;
