import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { CatalogueLot } from '@saleyard/contract/rest.ts';
import { Link } from 'react-router';
import { placeOf, titleOf } from '@/lib/lot-words.ts';
import { formatCount, formatDollars } from '@/lib/money.ts';
import { FROM_OWN, lotResultAddress } from '@/lib/results-address.ts';
import { ClosedPrice } from './closed-price.tsx';
import { closedTotal, lotResult } from './lot-result.ts';
import type { LotSection } from './lot-sections.ts';
import classes from './lots-table.module.css';
import { ResultTag } from './result-tag.tsx';

function Picture({ lot }: { lot: CatalogueLot }) {
  const picture = lot.media[0];
  if (picture === undefined) return null;
  // A picture that can't be loaded leaves no hole.
  return (
    <img
      className={classes.picture}
      src={picture.thumbnail}
      alt=""
      loading="lazy"
      width={72}
      height={54}
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  );
}

/** What a bought lot came to; those of others are not the viewer's to add up. */
function totalOf(lot: CatalogueLot, paddle: string | null): string | null {
  const total = lotResult(lot, paddle) === 'bought' ? closedTotal(lot) : null;
  return total && `${total.estimated ? '≈ ' : ''}${formatDollars(total.cents)}`;
}

type Shown = {
  auction: PublicAuction;
  /** The viewer's alias in the sale; null when they have none, or none is known yet. */
  paddle: string | null;
  /** The lots are the viewer's own: adds what each that they bought came to. */
  own?: boolean;
};

function LotRow({ lot, auction, paddle, own = false }: Shown & { lot: CatalogueLot }) {
  const { age, weight } = lot.publicDetails.summary;
  const place = placeOf(lot);
  const total = own ? totalOf(lot, paddle) : null;
  return (
    <tr data-result={lotResult(lot, paddle)}>
      <th scope="row" className={classes.label}>
        Lot {lot.number}
      </th>
      <td>
        <div className={classes.listing}>
          <Picture lot={lot} />
          <div>
            <Link
              to={`${lotResultAddress(auction, lot)}${own ? FROM_OWN : ''}`}
              className={classes.title}
              aria-label={`Lot ${lot.number}, ${titleOf(lot, lot.count)}`}
            >
              {titleOf(lot, lot.count)}
            </Link>
            {lot.mine && <span className={classes.mine}>My Listing</span>}
            {place && <span className={classes.place}>{place}</span>}
            <span className={`${classes.facts} ${classes.narrow}`}>
              {[`${formatCount(lot.count)} head`, age, weight].filter(Boolean).join(' · ')}
            </span>
          </div>
        </div>
      </td>
      <td className={`${classes.wide} sy-end sy-number`}>{formatCount(lot.count)}</td>
      <td className={classes.wide}>{age || '–'}</td>
      <td className={classes.wide}>{weight || '–'}</td>
      <td>
        <div className={classes.outcome}>
          <ResultTag result={lotResult(lot, paddle)} />
          <ClosedPrice lot={lot} kind={auction.kindData.type} />
          {total !== null && <span className={`${classes.narrow} sy-number`}>{total} in all</span>}
        </div>
      </td>
      {own && <td className={`${classes.wide} sy-end sy-number`}>{total ?? '–'}</td>}
    </tr>
  );
}

/** Closed lots, a row each, under the sale's sections. Its headings repeat on every printed page. */
export function LotsTable({
  sections,
  caption,
  ...shown
}: Shown & { sections: readonly LotSection[]; caption: string }) {
  const { own = false } = shown;
  return (
    <div className="sy-panel sy-scroll">
      <table className={`${classes.lots} sy-table`}>
        <caption className="sy-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Lot</th>
            <th scope="col">Listing</th>
            <th scope="col" className={`${classes.wide} sy-end`}>
              Head
            </th>
            <th scope="col" className={classes.wide}>
              Age
            </th>
            <th scope="col" className={classes.wide}>
              Weight
            </th>
            <th scope="col" className={classes.outcomeHead}>
              Result
            </th>
            {own && (
              <th scope="col" className={`${classes.wide} sy-end`}>
                Total
              </th>
            )}
          </tr>
        </thead>
        {sections.map(({ key, heading, lots }) => (
          <tbody key={key}>
            {heading !== null && (
              <tr className={classes.section}>
                <th scope="rowgroup" colSpan={own ? 7 : 6}>
                  {heading}
                </th>
              </tr>
            )}
            {lots.map((lot) => (
              <LotRow key={lot._id} lot={lot} {...shown} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
