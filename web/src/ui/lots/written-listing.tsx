import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { WholeListing } from '@saleyard/contract/selling.ts';
import { detailGroups } from '@saleyard/domain/listing/forms/detail-groups.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { formatCount, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { detailText } from '@saleyard/domain/presentation/field-text.ts';
import { LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
import { titleOf } from '@/lib/labels.ts';
import classes from './lot-attachments.module.css';
import { AdditionalInformation, LotDocuments, LotSection, UsefulLinks } from './lot-attachments.tsx';
import { LotCard } from './lot-card.tsx';
import { FactList } from './lot-details.tsx';
import { LotGallery } from './lot-gallery.tsx';

/** A listing as a catalogue shows it that is not yet for sale. */
const asCatalogued = (lot: WholeListing): CatalogueLot => ({
  ...lot,
  countWeighed: lot.countWeighed ?? 0,
  media: lot.media.map(({ thumbnail, url, title }) => ({ thumbnail, url, title })),
  _id: lot._id,
  auction: lot.auctionData?._id ?? '',
  number: '',
  searchNumericId: lot.searchNumericId,
  state: 'future',
  status: null,
  withdrawn: false,
  winner: null,
  currentBidCents: null,
  previousBidCents: null,
  startPrice: lot.startPrice ?? 0,
  nextBidCents: null,
  bidIncrementCents: lot.bidIncrementCents ?? 0,
  bidding: lot.bidding ?? 'head',
  reserveStatus: 'awaitingBids',
  bidCount: 0,
  vendorBids: 0,
  count: lot.count ?? 0,
  biddingOpen: false,
  liveAt: null,
  finishAt: null,
  frozenTime: null,
  pausedTime: null,
  staleTime: 0,
  closedPrice: null,
  soldBeforeAuction: false,
  createdAt: null,
  updatedAt: lot.updatedAt,
  mine: false,
});

const countText = (count: number | null): string => (count === null ? '' : formatCount(count));

/** All that a seller wrote. `seller`: their name; left out, it is not shown. */
export function WrittenListing({ lot, seller = '' }: { lot: WholeListing; seller?: string }) {
  const { content, bidding } = lot;
  const unit = bidding ?? 'head';
  const groups = detailGroups(FORMS[lot.kindData.type], content.details as Values, { all: true });
  return (
    <>
      <FactList
        facts={(
          [
            ['Seller', seller],
            ['Status', LISTING_LABELS[lot.phase]],
            [
              'Auction',
              lot.auctionData ? `${lot.auctionData.title}, ${formatDateTime(lot.auctionData.liveAt)}` : '',
            ],
            ['Head', countText(lot.count)],
            ['Head weighed', countText(content.countWeighed)],
            ['Start Price', formatPriceWithUnit(lot.startPrice, unit)],
            ['Reserve Price', formatPriceWithUnit(lot.reserveCents, unit)],
            ['Bid Increment', formatPriceWithUnit(lot.bidIncrementCents, unit)],
            ['Vendor Bids', content.maxVendorBids === 0 ? 'Nil' : String(content.maxVendorBids)],
            ['Stock Description', content.description],
          ] as const
        )
          .filter(([, value]) => value !== '')
          .map(([label, value]) => ({ key: label, label, value }))}
      />
      {lot.media.length > 0 && (
        <LotSection title="Pictures and videos">
          <div className={classes.pictures}>
            <LotGallery
              strip
              media={lot.media}
              label={titleOf(lot, lot.count ?? 0)}
              sizes="(max-width: 36rem) 100vw, 36rem"
            />
          </div>
        </LotSection>
      )}
      <UsefulLinks links={content.usefulLinks} />
      <LotDocuments documents={content.documents} />
      <AdditionalInformation signed={content}>
        {content.saleConditions !== '' && (
          <FactList
            facts={[
              { key: 'conditions', label: 'Special Conditions of Sale', value: content.saleConditions },
            ]}
          />
        )}
      </AdditionalInformation>
      {groups.map(({ publicId, title, values }) => (
        <section key={publicId} aria-label={title}>
          <h3>{title}</h3>
          <FactList
            facts={values.map((field) => ({
              key: field.publicId,
              label: field.title,
              value: detailText(lot.kindData.type, field),
            }))}
          />
        </section>
      ))}
    </>
  );
}

/** A listing as buyers see it in a catalogue. */
export function ListingPreview({ lot }: { lot: WholeListing }) {
  return (
    <LotCard
      lot={asCatalogued(lot)}
      auction={{ kindData: lot.kindData, showLotNumbers: false }}
      to={null}
      isPreview
    />
  );
}
