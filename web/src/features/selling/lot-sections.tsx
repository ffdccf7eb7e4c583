import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { memo, Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Loading } from '@/ui/page.tsx';
import { AuctionDate } from './auction-date.tsx';
import { HeadsPager } from './heads-pager.tsx';
import { DocumentFields } from './lot-documents.tsx';
import { DependingFields, DetailGroups, type SectionProps } from './lot-fields.tsx';
import { isPartly, type LotValues } from './lot-values.ts';
import { MediaFields } from './media-picker.tsx';
import { Step } from './step-nav.tsx';
import type { StepId } from './steps.ts';
import { BiddingFields, DeclarationFields, HeadFields, WeighingFields } from './terms-fields.tsx';
import { UsefulLinkFields } from './useful-links.tsx';

// Few mobs walk over scales.
const OptiweighFields = lazyPart(async () => (await import('./optiweigh-fields.tsx')).OptiweighFields);

/** Names of a sale's tabs; null where its lots are under none. */
export const tabsOf = ({ requiresTabs, auctionTabs }: AuctionSummary): readonly string[] | null =>
  requiresTabs ? auctionTabs.map(({ tabName }) => tabName) : null;

/** ms for which a spinner is in place of the details after the number of head changed. */
const REBUILD_MS = 1_000;

/** The number of head that the details were drawn for, and whether they are about to be drawn for another. */
function useRebuild(): { built: number | string; isRebuilding: boolean } {
  const count = useWatch<LotValues, 'count'>({ name: 'count' });
  const [built, setBuilt] = useState(count);
  useEffect(() => {
    if (built === count) return;
    const timer = setTimeout(() => setBuilt(count), REBUILD_MS);
    return () => clearTimeout(timer);
  }, [built, count]);
  return { built, isRebuilding: built !== count };
}

/**
 * All sections of a lot's form. `mode` says what of it can be changed. They render when their own values change, never
 * because the form around them did.
 */
export const Sections = memo(function Sections({ form, tabs, mode, auction }: SectionProps) {
  const weighed = useWatch<LotValues, 'countWeighed'>({ name: 'countWeighed' });
  const optiweigh = useWatch<LotValues, 'optiweighAllowed'>({ name: 'optiweighAllowed' });
  const { built, isRebuilding } = useRebuild();
  const isWeighed = !(form.kind === 'goat' && Number(weighed || 0) === 0);
  const details = (step: StepId) =>
    !isRebuilding && <DetailGroups key={built} form={form} tabs={tabs} mode={mode} step={step} />;
  const price = (
    <Step id="price">
      <BiddingFields form={form} mode={mode} />
    </Step>
  );
  return (
    <>
      <DependingFields />
      {isPartly(mode) && price}
      <Step id="vendor">
        {auction && <AuctionDate auction={auction} />}
        {details('vendor')}
      </Step>
      <Step id="stock">
        <HeadFields form={form} mode={mode} />
        {isRebuilding ? <Loading label="Renewing the form…" /> : details('stock')}
      </Step>
      <Step id="weights">
        <WeighingFields form={form} mode={mode} />
        {isWeighed && !optiweigh && <HeadsPager form={form} mode={mode} />}
        {optiweigh && !isPartly(mode) && (
          <Suspense fallback={null}>
            <OptiweighFields form={form} />
          </Suspense>
        )}
        {details('weights')}
      </Step>
      {!isPartly(mode) && (
        <>
          <Step id="media">
            <MediaFields />
          </Step>
          {price}
        </>
      )}
      <Step id="delivery">{details('delivery')}</Step>
      <Step id="health">{details('health')}</Step>
      {!isPartly(mode) && (
        <Step id="documents">
          <UsefulLinkFields />
          <DocumentFields />
        </Step>
      )}
      <Step id="declarations">
        <DeclarationFields form={form} mode={mode} />
      </Step>
    </>
  );
});
