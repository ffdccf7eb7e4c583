import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { CatalogueLot } from '@saleyard/contract/rest.ts';
import { formatCount, formatDollars, formatPriceWithUnit } from '../../lib/money.ts';
import { lotResult, lotTotal, perKgCents } from './lot-result.ts';
import type { LotSection } from './lot-sections.ts';
import classes from './lots-table.module.css';
import { ResultTag } from './result-tag.tsx';

const placeOf = ({ publicDetails: { location } }: CatalogueLot): string =>
  [location.town, location.state].filter(Boolean).join(', ');

const titleOf = (lot: CatalogueLot): string => lot.publicDetails.title || `${formatCount(lot.count)} head`;

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

function Price({ lot, kind }: { lot: CatalogueLot; kind: PublicAuction['kindData']['type'] }) {
  if (lot.closedPrice === null) return null;
  const perKg = perKgCents(lot, kind);
  return (
    <>
      <strong className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</strong>
      {perKg !== null && <span className="sy-number sy-dim">{formatPriceWithUnit(perKg, 'kg')}</span>}
    </>
  );
}

/** What a bought lot came to; those of others are not the viewer's to add up. */
function totalOf(lot: CatalogueLot, paddle: string | null): string | null {
  const total = lotResult(lot, paddle) === 'bought' ? lotTotal(lot) : null;
  return total && `${total.estimated ? '≈ ' : ''}${formatDollars(total.cents)}`;
}

type Shown = {
  kind: PublicAuction['kindData']['type'];
  /** The viewer's alias in the sale; null when they have none, or none is known yet. */
  paddle: string | null;
  /** Adds what each lot that the viewer bought came to. */
  totals?: boolean;
};

function LotRow({ lot, kind, paddle, totals = false }: Shown & { lot: CatalogueLot }) {
  const { age, weight } = lot.publicDetails.summary;
  const place = placeOf(lot);
  const total = totals ? totalOf(lot, paddle) : null;
  return (
    <tr data-result={lotResult(lot, paddle)}>
      <th scope="row" className={classes.label}>
        Lot {lot.number}
      </th>
      <td>
        <div className={classes.listing}>
          <Picture lot={lot} />
          <div>
            <span className={classes.title}>{titleOf(lot)}</span>
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
          <Price lot={lot} kind={kind} />
          {total !== null && <span className={`${classes.narrow} sy-number`}>{total} in all</span>}
        </div>
      </td>
      {totals && <td className={`${classes.wide} sy-end sy-number`}>{total ?? '–'}</td>}
    </tr>
  );
}

/** Closed lots, a row each, under the sale's sections. Its headings repeat on every printed page. */
export function LotsTable({
  sections,
  caption,
  ...shown
}: Shown & { sections: readonly LotSection[]; caption: string }) {
  const { totals = false } = shown;
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
            {totals && (
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
                <th scope="rowgroup" colSpan={totals ? 7 : 6}>
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
