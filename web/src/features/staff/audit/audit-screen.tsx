import { EVERY_LOT, POLICY_SWAPS, type SaleAudit } from '@saleyard/contract/audit.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { lotText } from '@saleyard/domain/presentation/audit.ts';
import { formatDateTime, SALE_ZONE_NAME } from '@saleyard/domain/presentation/dates.ts';
import { RESULTS_IN_SENTENCES } from '@saleyard/domain/presentation/lots.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { everyStepAsText, readWhatIf, saleAuditQuery, stepsQuery } from '@/features/staff/api/sale-audit.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { saveBlob, saveDocument } from '@/ui/documents/file-download.ts';
import { useUrlFilters } from '@/ui/filters/url-filters.tsx';
import { Select, TextInput } from '@/ui/inputs.tsx';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Failed, Loading, Page } from '@/ui/page.tsx';
import { PrintButton } from '@/ui/print.tsx';
import { toast } from '@/ui/toasts.tsx';
import classes from './audit.module.css';
import { Ladder, useStepsWanted } from './ladder.tsx';
import { Verdict } from './verdict.tsx';
import { PolicyChoice, WhatIf } from './what-if.tsx';

type Lot = SaleAudit['lots'][number];

const RESULTS: Readonly<Record<string, string>> = { ...RESULTS_IN_SENTENCES, open: 'not closed' };
const THE_SALE = 'The sale as a whole';
const EVERYTHING = 'The sale and every lot';

const nameOf = ({ number, title, count }: Lot): string =>
  `Lot ${number}, ${title ?? countOf(count, 'head', 'head')}`;

function outcomeOf(lot: Lot): string {
  const reserve = lot.reserveCents === null ? 'none' : formatPriceWithUnit(lot.reserveCents, lot.unit);
  return `${lotText(lot)}. Reserve ${reserve}. ${countOf(lot.accepted, 'bid')} accepted, ${lot.refused} refused.`;
}

/** Lots that are listed at once. */
const LOTS_LISTED = 100;

/** The lots that fit what is looked for, as many as are listed; the chosen one always. */
function listedLots(lots: readonly Lot[], find: string, chosen: string): { listed: Lot[]; more: number } {
  const sought = find.trim().toLowerCase();
  const fit = ({ number, title }: Lot) =>
    sought === '' || number.toLowerCase() === sought || (title ?? '').toLowerCase().includes(sought);
  const fitting = lots.filter(fit);
  const listed = fitting.slice(0, LOTS_LISTED);
  const own = lots.find(({ lot }) => lot === chosen);
  if (own !== undefined && !listed.includes(own)) listed.unshift(own);
  return { listed, more: Math.max(0, fitting.length - LOTS_LISTED) };
}

/** The lots beside the ladder; on a phone, a list to choose from. A long list is searched. */
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
  const [find, setFind] = useState('');
  const { listed, more } = listedLots(lots, find, chosen);
  const isLong = lots.length > LOTS_LISTED;
  const search = isLong && (
    <TextInput
      label="Find a lot"
      description={more === 0 ? undefined : `${countOf(more, 'more lot')}: type a number or a title`}
      value={find}
      onChange={({ currentTarget }) => setFind(currentTarget.value)}
    />
  );
  return (
    <>
      <nav className={`sy-panel ${classes.lots}`} aria-label="Lots">
        {search && <div className={classes.findLot}>{search}</div>}
        <Link to={hrefOf('')} replace aria-current={chosen === ''}>
          <strong>{THE_SALE}</strong>
        </Link>
        <Link to={hrefOf(EVERY_LOT)} replace aria-current={chosen === EVERY_LOT}>
          <strong>{EVERYTHING}</strong>
        </Link>
        {listed.map((lot) => (
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
        {search}
        <Select
          label="Sale or lot"
          options={[
            { value: '', label: THE_SALE },
            { value: EVERY_LOT, label: EVERYTHING },
            ...listed.map((lot) => ({ value: lot.lot, label: nameOf(lot) })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
      </div>
    </>
  );
}

/** A button that makes a file: it shows that it is at work, and says what went wrong. */
function SaveButton({ label, save }: { label: string; save: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) => toast(errorTextOf(error).message),
  });
  return (
    <Button
      variant="default"
      className="sy-no-print"
      loading={isPending}
      leftSection={<IconDownload size={ICON_SIZES.md} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}

/** The whole audit, every step of it on a line of its own, and what the chosen policy would have decided ('': none). */
async function saveJson(number: string, audit: SaleAudit, policy: string): Promise<void> {
  const { texts, people } = await everyStepAsText(number, audit.events);
  const whatIf = policy === '' ? undefined : await readWhatIf(number, policy);
  const head = JSON.stringify({ ...audit, people, whatIf }).slice(0, -1);
  const lines = texts.map((text, place) => `${place === 0 ? '' : ','}\n${text}`);
  const blob = new Blob([head, ',"steps":[', ...lines, '\n]}\n'], { type: 'application/json' });
  saveBlob(blob, `audit-${number}.json`);
}

/** The PDF holds what is chosen: the lot, the person, the act, the time, the policy. */
function SavePdf({ number, lot, policy }: { number: string; lot: string; policy: string }) {
  const { wanted } = useStepsWanted(lot);
  const save = () =>
    saveDocument(staffOperations.printAudit, {
      params: { auction: number },
      query: { ...stepsQuery(wanted), ...(policy !== '' && { policy }) },
    });
  return <SaveButton label="PDF" save={save} />;
}

function factsOf({ auction, at: now }: SaleAudit): string {
  const times = [
    [auction.openAt, 'Opened', 'Opens'],
    [auction.liveAt, 'went live', 'goes live'],
    [auction.closedAt, 'closed', 'closes'],
  ] as const;
  const known = times.flatMap(([at, was, will]) =>
    at === null ? [] : [`${at <= now ? was : will} ${formatDateTime(at)}`],
  );
  return known.length === 0 ? 'Not scheduled' : `${known.join(', ')} (${SALE_ZONE_NAME})`;
}

const FILTERS = { lot: 'text', policy: ['', ...POLICY_SWAPS] } as const;

function Audit({ number, audit }: { number: string; audit: SaleAudit }) {
  const { filters, setFilters, hrefWith } = useUrlFilters(FILTERS);
  const { policy } = filters;
  const lot = audit.lots.find((one) => one.lot === filters.lot);
  const chosen = lot?.lot ?? (filters.lot === EVERY_LOT ? EVERY_LOT : '');
  const { auction } = audit;
  return (
    <Page
      title={`Audit of ${auction.title}, No. ${auction.number}`}
      before={<BackLink to={paths.audits}>Back to Audits</BackLink>}
      aside={
        <Row gap="sm">
          <PrintButton>Print</PrintButton>
          <SavePdf number={number} lot={chosen} policy={policy} />
          <SaveButton label="JSON" save={() => saveJson(number, audit, policy)} />
        </Row>
      }
    >
      <Verdict audit={audit}>
        <PolicyChoice value={policy} onChange={(value) => setFilters({ policy: value })} />
      </Verdict>
      <p className={classes.facts}>
        {factsOf(audit)}. <Link to={paths.staffSale(auction)}>The sale on the staff desk</Link>
      </p>
      {policy !== '' && <WhatIf number={number} policy={policy} audit={audit} />}
      <div className={classes.body}>
        <Lots
          lots={audit.lots}
          chosen={chosen}
          hrefOf={(wanted) => hrefWith({ lot: wanted })}
          onChoose={(wanted) => setFilters({ lot: wanted })}
        />
        <Ladder
          key={chosen}
          number={number}
          lot={chosen}
          audit={audit}
          title={lot === undefined ? (chosen === EVERY_LOT ? EVERYTHING : THE_SALE) : nameOf(lot)}
          outcome={
            lot === undefined
              ? audit.lots.length === 0
                ? 'No lots.'
                : countOf(audit.lots.length, 'lot')
              : outcomeOf(lot)
          }
        />
      </div>
    </Page>
  );
}

/** The audit of a sale: the verdict first, then who did what, and why. */
export function AuditScreen() {
  const { number = '' } = useParams();
  const { data, error, refetch } = useQuery(saleAuditQuery(number));
  if (data !== undefined) return <Audit number={number} audit={data} />;
  return (
    <Page
      title={`Audit of sale No. ${number}`}
      before={<BackLink to={paths.audits}>Back to Audits</BackLink>}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Every event is read, and every command decided again…" />
      )}
    </Page>
  );
}
