import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { accreditationsOf } from '@saleyard/domain/listing/accreditations.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { lotLabel } from '@saleyard/domain/presentation/lots.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ICON_SIZES, IconPhotoOff } from '@/config/icons.ts';
import { placeOf, preview, titleOf } from '@/lib/labels.ts';
import { useLiveLot } from '@/lib/realtime/use-live-lot.ts';
import { Button } from '@/ui/button.tsx';
import { Card, Figures, Meta, Row, Stack } from '@/ui/layout.tsx';
import { inSizes } from '@/ui/picture.tsx';
import { PlainTag } from '@/ui/tag.tsx';
import classes from './lot-card.module.css';
import { LotStanding, type SaleOfLot } from './lot-standing.tsx';
import { WatchButton } from './watch-button.tsx';
import { weightTiles } from './weight-tiles.ts';

/** How wide the picture is: beside the text, and above it where there is no room; and the place it takes, 4 to 3. */
const SHOWN_WIDTH = '(max-width: 48em) 100vw, 18rem';
const PLACE = { width: 320, height: 240 } as const;

/** The first picture that can be loaded; the place of one where none can. */
function Picture({ lot, label, children }: { lot: CatalogueLot; label: string; children: ReactNode }) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const shown = lot.media.find(({ thumbnail }) => !dropped.has(thumbnail));
  return (
    <div className={classes.picture}>
      {shown ? (
        <img
          {...inSizes(shown.thumbnail, SHOWN_WIDTH)}
          {...PLACE}
          alt={shown.title || label}
          loading="lazy"
          decoding="async"
          onError={() => setDropped((known) => new Set([...known, shown.thumbnail]))}
        />
      ) : (
        <IconPhotoOff size={ICON_SIZES.xl} aria-hidden="true" />
      )}
      {children}
    </div>
  );
}

/** A text with the words that were searched for marked. */
function Marked({ text, searched = [] }: { text: string; searched?: readonly string[] | undefined }) {
  const patterns = searched
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (patterns.length === 0) return text;
  const parts = text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${patterns.join('|')})[\\p{L}\\p{N}]*)`, 'iu'));
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** `to`: the lot's own page; null while it may not be opened. `state`: what that page reads from its history entry. */
type Destination = { to: string | null; state?: unknown };

/** The agent's comment as a list shows it: cut, with a way to the whole of it. */
function Comment({
  text,
  to,
  state,
  searched,
  onOpen,
}: {
  text: string;
} & Destination &
  Pick<LotCardProps, 'searched' | 'onOpen'>) {
  const { text: shown, hasMore } = preview(text, 'comment');
  if (shown === '') return null;
  return (
    <div className={classes.comment}>
      <p>
        <Marked text={shown} searched={searched} />
      </p>
      {hasMore && to !== null && (
        <Link to={to} state={state} onClick={onOpen}>
          ...Read More
        </Link>
      )}
    </div>
  );
}

/** The logo of who listed the lot; nothing where there is none, or it can't be loaded. */
function CreatorLogo({ lot: { creatorData } }: { lot: Pick<CatalogueLot, 'creatorData'> }) {
  const [isDropped, setDropped] = useState(false);
  if (creatorData === undefined || creatorData.logo.url === '' || isDropped) return null;
  return (
    <img
      className={classes.logo}
      src={creatorData.logo.url}
      alt={creatorData.tradingName || 'Logo of the seller'}
      loading="lazy"
      decoding="async"
      onError={() => setDropped(true)}
    />
  );
}

type ShownSale = Pick<AuctionSummary, 'kindData' | 'showLotNumbers'>;

type LotCardProps = Destination & {
  lot: CatalogueLot;
  /** Words to mark in its texts. */
  searched?: readonly string[] | undefined;
  /** The lot's page is being opened. */
  onOpen?: (() => void) | undefined;
  /** Links beside View Details. */
  actions?: ReactNode;
  /** `isPreview`: it is in no catalogue yet, so it has no price and nobody can watch it. */
} & ({ auction: ShownSale & SaleOfLot; isPreview?: false } | { auction: ShownSale; isPreview: true });

/**
 * A lot of a list: what it is, where it is, what it weighs, and what can be done with it.
 */
export function LotCard(props: LotCardProps) {
  const { lot: read, auction, to, state, searched, onOpen, actions } = props;
  const lot = useLiveLot(read);
  const label = lotLabel(lot, auction);
  const title = titleOf(lot, lot.count);
  const place = placeOf(lot);
  const tiles = weightTiles(lot, auction.kindData.type);
  const accredited = accreditationsOf(lot);
  const { age } = lot.publicDetails.summary;
  return (
    <Card
      as="article"
      className={classes.card}
      aria-label={`${label}, ${title}`}
      data-lot={lot._id}
      data-bare={props.isPreview || undefined}
    >
      <Picture key={lot._id} lot={lot} label={`${label}, ${title}`}>
        <strong className={classes.number}>{label}</strong>
      </Picture>
      <Stack gap="xs" className={classes.body}>
        <Meta as="p">
          {lot.mine && <span className={classes.mine}>My Listing</span>}
          {place && (
            <span>
              <Marked text={place} searched={searched} />
            </span>
          )}
          {lot.inlineDetails.assessorType && <PlainTag>{lot.inlineDetails.assessorType}</PlainTag>}
        </Meta>
        <h3 className={classes.title}>
          {to === null ? (
            <Marked text={title} searched={searched} />
          ) : (
            <Link to={to} state={state} onClick={onOpen}>
              <Marked text={title} searched={searched} />
            </Link>
          )}
        </h3>
        <Row as="p" gap="sm" className={classes.facts}>
          <span>{countOf(lot.count, 'head', 'head')}</span>
          {age && <span>{age}</span>}
          {lot.publicDetails.majorBreed && (
            <span>
              <Marked text={lot.publicDetails.majorBreed} searched={searched} />
            </span>
          )}
          {lot.additionalTitle && (
            <span>
              <Marked text={lot.additionalTitle} searched={searched} />
            </span>
          )}
        </Row>
        {tiles.length > 0 && <Figures figures={tiles} />}
        <CreatorLogo lot={lot} />
        <Comment
          text={lot.publicDetails.agentComment}
          to={to}
          state={state}
          searched={searched}
          onOpen={onOpen}
        />
        {accredited.length > 0 && (
          <Row as="ul" gap="xs" aria-label="Accreditations">
            {accredited.map((word) => (
              <li key={word}>
                <PlainTag>{word}</PlainTag>
              </li>
            ))}
          </Row>
        )}
      </Stack>
      <Stack gap="sm" className={classes.side}>
        {!props.isPreview && <LotStanding lot={lot} auction={props.auction} />}
        <div className={`${classes.actions} sy-no-print`}>
          {!props.isPreview && <WatchButton lot={lot._id} label={`${label}, ${title}`} />}
          {to !== null && (
            <Button
              component={Link}
              variant="default"
              size="md"
              to={to}
              state={state}
              onClick={onOpen}
              aria-label={`View Details of ${label}`}
            >
              View Details
            </Button>
          )}
          {actions}
        </div>
      </Stack>
    </Card>
  );
}

/** In place of a lot that was taken out of the sale, or sold before it: `why` says which. */
export function NotOfferedCard({
  lot,
  auction,
  why,
  actions,
}: {
  lot: CatalogueLot;
  auction: Pick<AuctionSummary, 'showLotNumbers'>;
  why: string;
  /** What its owner may do with it. */
  actions?: ReactNode;
}) {
  return (
    <Card as="article" padded aria-label={`${lotLabel(lot, auction)}, ${why}`}>
      <Row className="sy-dim">
        <strong>{lotLabel(lot, auction)}</strong>
        <span>{why}</span>
        {lot.mine && <span className={classes.mine}>My Listing</span>}
        {actions}
      </Row>
    </Card>
  );
}
