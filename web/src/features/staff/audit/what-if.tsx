import { POLICY_SWAPS, type SaleAudit, type SaleWhatIf } from '@saleyard/contract/audit.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { endText, WHAT_IF_LIMIT, whatIfText } from '@saleyard/domain/presentation/audit.ts';
import { policyText } from '@saleyard/domain/presentation/policies.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { whatIfQuery } from '@/features/staff/api/sale-audit.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/inputs.tsx';
import { Text } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import classes from './audit.module.css';

const OPTIONS = [
  { value: '', label: 'As decided' },
  ...POLICY_SWAPS.map((value) => ({ value, label: policyText(value) })),
];

/** Chooses the policy that the sale is decided under once more. */
export function PolicyChoice({ value, onChange }: { value: string; onChange: (policy: string) => void }) {
  return (
    <div className={`${classes.policy} sy-no-print`}>
      <Select
        label="Decided under"
        options={OPTIONS}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

type Row = SaleWhatIf['lots'][number] & { unit: 'head' | 'kg' };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'lot',
    header: 'Lot',
    rowHeader: true,
    phone: 'title',
    cell: ({ number, title }) => `Lot ${number}${title === null ? '' : `, ${title}`}`,
  },
  { id: 'was', header: 'As decided', cell: ({ was, unit }) => endText({ ...was, unit }) },
  { id: 'would', header: 'Would have been', cell: ({ would, unit }) => endText({ ...would, unit }) },
];

const NO_ANSWER = { ended: '', decided: null };

/** Lots that are listed at first, and more by each press. */
const LISTED = 100;

/** The lots that the stored bids would have ended otherwise under another policy, side by side. */
export function WhatIf({ number, policy, audit }: { number: string; policy: string; audit: SaleAudit }) {
  const { data, error, refetch } = useQuery(whatIfQuery(number, policy));
  const [listed, setListed] = useState(LISTED);
  const units = new Map(audit.lots.map(({ lot, unit }) => [lot, unit]));
  const title = `If: ${policyText(policy)}`;
  const { ended, decided } = data === undefined ? NO_ANSWER : whatIfText(data, audit.lots.length);
  return (
    <section className={`sy-panel ${classes.whatIf}`} aria-label="What if">
      <Text as="h2" size="lg" mb="sm">
        {title}
      </Text>
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading label="Deciding the stored commands under this rule…" />}
      {data !== undefined && decided === null && <p>{ended}</p>}
      {data !== undefined && decided !== null && (
        <>
          <p>
            <strong>{ended}</strong> {decided}
          </p>
          <Text size="sm" tone="dim">
            {WHAT_IF_LIMIT}
          </Text>
          {data.lots.length > 0 && (
            <DataTable
              caption="Lots that would be different"
              columns={COLUMNS}
              rows={data.lots.slice(0, listed).map((lot) => ({ ...lot, unit: units.get(lot.lot) ?? 'head' }))}
              rowKey={({ lot }) => lot}
            />
          )}
          {data.lots.length > listed && (
            <Button variant="default" onClick={() => setListed(listed + LISTED)}>
              Show more ({countOf(data.lots.length - listed, 'lot')})
            </Button>
          )}
        </>
      )}
    </section>
  );
}
