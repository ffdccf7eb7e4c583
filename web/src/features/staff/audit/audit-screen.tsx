import type { SaleAudit } from '@saleyard/contract/audit.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { formatDateTime, SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { saleAuditQuery } from '@/features/staff/api/sale-audit.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { saveBlob } from '@/ui/documents/file-download.ts';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton } from '@/ui/print.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './audit.module.css';
import { Ladder } from './ladder.tsx';
import { Verdict } from './verdict.tsx';

type Lot = SaleAudit['lots'][number];

const RESULTS: Readonly<Record<string, string>> = { ...RESULTS_IN_SENTENCES, open: 'not closed' };
const THE_SALE = 'The sale as a whole';

const nameOf = ({ number, title, count }: Lot): string =>
  `Lot ${number}, ${title ?? countOf(count, 'head', 'head')}`;

function outcomeOf(lot: Lot): string {
  const price = lot.priceCents === null ? '' : ` at ${formatPriceWithUnit(lot.priceCents, lot.unit)}`;
  const buyer =
    lot.winner === null ? '' : ` to ${lot.paddle === null ? `the ${lot.winner}` : `paddle ${lot.paddle}`}`;
  const result = RESULTS[lot.result] ?? lot.result;
  const reserve = lot.reserveCents === null ? 'none' : formatPriceWithUnit(lot.reserveCents, lot.unit);
  return `${result.charAt(0).toUpperCase()}${result.slice(1)}${buyer}${price}. Reserve ${reserve}. ${countOf(lot.accepted, 'bid')} accepted, ${lot.refused} refused.`;
}

/** The lots beside the ladder; on a phone, a list to choose from. */
function Lots({
  lots,
  chosen,
  hrefOf,
  onChoose,
}: {
  lots: readonly Lot[];
  chosen: string;
  hrefOf: (lot: string) => string;
  onChoose: (lot: string) => void;
}) {
  return (
    <>
      <nav className={`sy-panel ${classes.lots}`} aria-label="Lots">
        <Link to={hrefOf('')} replace aria-current={chosen === ''}>
          <strong>{THE_SALE}</strong>
        </Link>
        {lots.map((lot) => (
          <Link key={lot.lot} to={hrefOf(lot.lot)} replace aria-current={chosen === lot.lot}>
            <span className="sy-number">{lot.number}</span>
            <strong>{lot.title ?? countOf(lot.count, 'head', 'head')}</strong>
            <span className="sy-number">
              {lot.priceCents === null
                ? (RESULTS[lot.result] ?? lot.result)
                : formatPriceWithUnit(lot.priceCents, lot.unit)}
            </span>
          </Link>
        ))}
      </nav>
      <div className={`sy-no-print ${classes.choose}`}>
        <Select
          label="Sale or lot"
          options={[
            { value: '', label: THE_SALE },
            ...lots.map((lot) => ({ value: lot.lot, label: nameOf(lot) })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
      </div>
    </>
  );
}

const differingIn = ({ differences }: SaleAudit): ReadonlySet<number> =>
  new Set(differences.map(({ revision }) => revision));

function LotLadder({ number, lot }: { number: string; lot: Lot }) {
  const { data, error, refetch } = useQuery(saleAuditQuery(number, lot.lot));
  if (data === undefined)
    return error ? (
      <Failed error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the steps of the lot…" />
    );
  const steps = data.ladders.find((ladder) => ladder.lot === lot.lot)?.steps ?? [];
  return (
    <Ladder
      title={nameOf(lot)}
      outcome={outcomeOf(lot)}
      steps={steps}
      unit={lot.unit}
      people={data.people}
      differing={differingIn(data)}
    />
  );
}

/** Saves the whole audit, with every ladder. */
function DownloadJson({ number }: { number: string }) {
  const client = useQueryClient();
  const [isReading, setIsReading] = useState(false);
  const save = async () => {
    setIsReading(true);
    try {
      const whole = await client.fetchQuery({ ...saleAuditQuery(number, 'all'), staleTime: 0, gcTime: 0 });
      const blob = new Blob([JSON.stringify(whole, null, 2)], { type: 'application/json' });
      saveBlob(blob, `audit-${number}.json`);
    } catch (error) {
      toast(errorTextOf(error).message);
    }
    setIsReading(false);
  };
  return (
    <Button
      variant="default"
      className="sy-no-print"
      loading={isReading}
      leftSection={<IconDownload size={ICON_SIZES.md} aria-hidden="true" />}
      onClick={() => void save()}
    >
      Download JSON
    </Button>
  );
}

function factsOf({ auction }: SaleAudit): string {
  const times = [
    ['Opens', auction.openAt],
    ['live', auction.liveAt],
    ['closed', auction.closedAt],
  ] as const;
  const known = times.flatMap(([label, at]) => (at === null ? [] : [`${label} ${formatDateTime(at)}`]));
  return known.length === 0 ? 'Not scheduled' : `${known.join(', ')} (${SALE_ZONE_NAME})`;
}

function Audit({ number, audit }: { number: string; audit: SaleAudit }) {
  const { filters, setFilters, hrefWith } = useUrlFilters({ lot: 'text' });
  const lot = audit.lots.find((one) => one.lot === filters.lot);
  const { auction } = audit;
  return (
    <Page
      title={`Audit of ${auction.title}, No. ${auction.number}`}
      before={<BackLink to={paths.staffSale(auction)}>Back to the sale</BackLink>}
      aside={
        <Row gap="sm">
          <PrintButton>Print</PrintButton>
          <DownloadJson number={number} />
        </Row>
      }
    >
      <Verdict audit={audit} />
      <p className={classes.facts}>{factsOf(audit)}.</p>
      <div className={classes.body}>
        <Lots
          lots={audit.lots}
          chosen={lot?.lot ?? ''}
          hrefOf={(chosen) => hrefWith({ lot: chosen })}
          onChoose={(chosen) => setFilters({ lot: chosen })}
        />
        {lot === undefined ? (
          <Ladder
            key="sale"
            title={THE_SALE}
            outcome={audit.lots.length === 0 ? 'No lots.' : countOf(audit.lots.length, 'lot')}
            steps={audit.sale}
            people={audit.people}
            differing={differingIn(audit)}
          />
        ) : (
          <LotLadder key={lot.lot} number={number} lot={lot} />
        )}
      </div>
    </Page>
  );
}

/** The audit of a sale: the verdict first, then who did what, and why. */
export function AuditScreen() {
  const { number = '' } = useParams();
  const { data, error, refetch } = useQuery(saleAuditQuery(number, null));
  if (data !== undefined) return <Audit number={number} audit={data} />;
  return (
    <Page
      title={`Audit of sale No. ${number}`}
      before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Every event is read, and every command decided again…" />
      )}
    </Page>
  );
}
