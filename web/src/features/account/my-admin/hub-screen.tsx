import type { Me } from '@saleyard/contract/accounts.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import type { AccessKind } from '@saleyard/domain/account/events.ts';
import { type MenuItem, menuOf } from '@saleyard/domain/account/menu.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  ICON_SIZES,
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconChartDots,
  IconChevronDown,
  IconChevronUp,
  IconCurrencyDollar,
  IconId,
  IconLayoutList,
  IconList,
  IconLock,
  IconMessage,
  IconPlus,
  IconStar,
  IconVolume,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { ACCESS_MESSAGES, accessBlock } from '@/features/account/access.ts';
import { call } from '@/lib/api-client.ts';
import { offersQuery } from '@/lib/offers.ts';
import { untilLoaded } from '@/lib/query-client.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { Failed, Loading, Page } from '@/ui/page.tsx';
import { Prose } from '@/ui/prose.tsx';
import { type Tile, TileList } from '@/ui/tile-list.tsx';
import classes from './hub.module.css';
import { NextSteps } from './next-steps.tsx';

const stepsQuery = queryOptions({
  queryKey: ['how-to-assess-steps'],
  queryFn: async ({ signal }) => (await call(referenceOperations.howToAssessSteps, { signal })).steps,
  staleTime: 600_000,
  refetchInterval: untilLoaded,
});

/** `item`: null for what everybody has. */
type OwnPage = { item: MenuItem | null; title: string; text: string; to: string; icon: Icon };

const PAGES: readonly OwnPage[] = [
  {
    item: 'addNewLot',
    title: 'Add New Lot',
    text: 'Choose an upcoming auction for your stock',
    to: paths.upcoming,
    icon: IconPlus,
  },
  {
    item: 'mySubmittedLots',
    title: 'My Submitted Lots',
    text: 'What you submitted, and how it stands',
    to: paths.submittedLots,
    icon: IconList,
  },
  {
    item: 'editLots',
    title: 'Edit Saved Lots',
    text: 'Your drafts, and lots that were sent back',
    to: paths.savedLots,
    icon: IconLayoutList,
  },
  {
    item: 'myAuctionResults',
    title: 'My Auction Results',
    text: 'What you bought and sold',
    to: paths.myResults,
    icon: IconChartDots,
  },
  {
    item: 'myReoffers',
    title: 'My Reoffers',
    text: 'Unsold lots to offer again',
    to: paths.reoffers,
    icon: IconArrowBackUp,
  },
  {
    item: 'myListings',
    title: 'My Listings',
    text: 'Listing fees of your lots',
    to: paths.myListings,
    icon: IconCurrencyDollar,
  },
  {
    item: 'myProfile',
    title: 'My Profile',
    text: 'Your details, addresses and password',
    to: paths.profile,
    icon: IconId,
  },
  {
    item: 'myFavouritePICs',
    title: 'My Favourite PICs',
    text: 'Vendors that the lot form fills in',
    to: paths.favouritePics,
    icon: IconStar,
  },
  {
    item: 'sounds',
    title: 'Sounds',
    text: 'What you hear in a live auction',
    to: paths.mySounds,
    icon: IconVolume,
  },
  {
    item: 'texts',
    title: 'Texts',
    text: 'Reminders sent to your phone',
    to: paths.myTexts,
    icon: IconMessage,
  },
  {
    item: null,
    title: 'Saved Searches',
    text: "We'll let you know when a matching lot is listed",
    to: paths.savedSearches,
    icon: IconBell,
  },
];

const UNDER_REVIEW =
  'Your application is under review and should be approved in the next 24-hours. Please contact us if you need immediate access to Add a Lot to an Upcoming Auction.';

/** Why a tile is not this person's; 'complete-profile' leads to the profile instead. */
function restriction({ status }: Me): string | 'complete-profile' {
  switch (status as AccountStatus) {
    case 'partially-approved':
      return 'complete-profile';
    case 'partially-approved:updated':
      return UNDER_REVIEW;
    case 'registered-updated':
    case 'approved-buyer-updated':
      return ACCESS_MESSAGES['already-requested'];
    case 'approved-buyer':
      return 'Please register to sell for access';
    default:
      return 'Please register to buy & sell for access';
  }
}

/** Says how an account gets more rights, and leads there unless it has them, or has asked. */
function Upgrade({ me, onBlocked }: { me: Me; onBlocked: (message: string) => void }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const steps = useQuery({ ...stepsQuery, enabled: open });
  const navigate = useNavigate();
  const go = (kind: AccessKind, to: string) => {
    const block = accessBlock(me, kind);
    if (block === null) void navigate(to);
    else onBlocked(ACCESS_MESSAGES[block]);
  };
  return (
    <section className={`sy-panel ${classes.upgrade}`} aria-label="Upgrade Account">
      <Text as="h2" size="lg">
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          Upgrade Account
          {open ? (
            <IconChevronUp size={ICON_SIZES.lg} aria-hidden="true" />
          ) : (
            <IconChevronDown size={ICON_SIZES.lg} aria-hidden="true" />
          )}
        </button>
      </Text>
      {open && (
        <div id={id} className={classes.steps}>
          {steps.data ? (
            <ol>
              {steps.data.map(({ categoryName, content, html }) => (
                <li key={categoryName}>
                  <strong>{categoryName}</strong>
                  <Prose html={html} text={content} />
                </li>
              ))}
            </ol>
          ) : steps.error ? (
            <Failed error={steps.error} onRetry={() => void steps.refetch()} />
          ) : (
            <Loading label="Loading the steps…" />
          )}
          <Row align="stretch" gap="sm">
            <Button variant="default" onClick={() => go('buyer', paths.requestToBuy)}>
              Register to Buy
            </Button>
            <Button onClick={() => go('buyer-and-seller', paths.requestToSell)}>
              Register to Buy & Sell
            </Button>
          </Row>
        </div>
      )}
    </section>
  );
}

/** Shows a partially approved person how to complete the profile first. */
function CompleteProfile({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog
      title="My Admin"
      onClose={onClose}
      withCancel
      actions={<Button onClick={() => void navigate(paths.profile)}>Update</Button>}
    >
      <p>Please complete your profile to Add Lot</p>
    </Dialog>
  );
}

const SELLER_INTRO =
  'Your lots, drafts and results in one place. Add a lot to an upcoming auction, or see how your stock sold.';
const BUYER_INTRO =
  'Your results, your profile and your reminders in one place. To sell stock as well, upgrade your account.';
const GUEST_INTRO =
  'Your profile, your reminders and your saved searches in one place. You can bid or sell once your account is upgraded.';

/** The lots that are offered to this person, with the way to answer; nothing where there is none. */
function OffersWaiting() {
  const { data: offers = [] } = useQuery(offersQuery);
  if (offers.length === 0) return null;
  return (
    <section className={`sy-panel ${classes.offers}`} aria-label="Lots offered to you">
      <Text>
        {offers.length === 1
          ? 'A lot is offered to you. It is yours if you accept.'
          : `${offers.length} lots are offered to you. Each is yours if you accept.`}
      </Text>
      <Button component={Link} to={paths.myResults}>
        Accept or decline
      </Button>
    </section>
  );
}

/** My Admin: a tile for each of a person's own pages, and the way to more rights. */
export function HubScreen() {
  const me = useMe();
  const [message, setMessage] = useState<string | null>(null);
  if (!me) return <Loading label="Loading My Admin…" />;
  const menu = menuOf(me.status as AccountStatus);
  const sells = me.type === 'seller' || me.role === 'admin';
  const intro = sells ? SELLER_INTRO : menu.includes('myAuctionResults') ? BUYER_INTRO : GUEST_INTRO;
  const tileOf = ({ item, to, ...shown }: OwnPage): Tile =>
    item === null || menu.includes(item)
      ? { ...shown, to }
      : {
          ...shown,
          onPress: () => setMessage(restriction(me)),
          more: <IconLock className={classes.lock} size={ICON_SIZES.sm} aria-label="No access yet" />,
        };
  return (
    <Page title="My Admin">
      <NextSteps me={me} />
      <OffersWaiting />
      <TileList intro={intro} tiles={PAGES.map(tileOf)} />
      <Upgrade me={me} onBlocked={setMessage} />
      {message === 'complete-profile' && <CompleteProfile onClose={() => setMessage(null)} />}
      {message !== null && message !== 'complete-profile' && (
        <MessageDialog title="My Admin" message={message} onClose={() => setMessage(null)} />
      )}
    </Page>
  );
}
