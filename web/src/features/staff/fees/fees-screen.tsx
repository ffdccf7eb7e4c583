import type { FeesChange, StaffFees } from '@saleyard/contract/fees.ts';
import { feesOn } from '@saleyard/domain/fees/fee-tables.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { personName } from '@/features/staff/person-name.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { FeeTables } from '@/ui/fees/fee-tables.tsx';
import { longDayText } from '@/ui/form/calendar-days.ts';
import { Row, Stack } from '@/ui/layout.tsx';
import { BackLink, Page, ReadRows } from '@/ui/page.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { TitledPanel } from '@/ui/titled-panel.tsx';
import { toast } from '@/ui/toasts.tsx';
import { FeesChangeDialog } from './change-dialog.tsx';
import { datedTables, feeTablesQuery } from './fees.ts';

type Table = StaffFees['tables'][number];

const dayText = (from: string | null): string => (from === null ? 'From the beginning' : longDayText(from));

const HISTORY: readonly Column<FeesChange>[] = [
  {
    id: 'at',
    header: 'When (Sydney)',
    rowHeader: true,
    phone: 'title',
    cell: ({ at }) => formatShortDateTime(at),
  },
  { id: 'by', header: 'Person', cell: ({ by }) => personName(by) },
  {
    id: 'act',
    header: 'What',
    cell: ({ act, from }) =>
      `${act === 'set' ? 'Set the fees' : 'Withdrew the fees'} from ${longDayText(from)}`,
  },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
];

function Fees({ fees }: { fees: StaffFees }) {
  const mayAct = isStaff(useMe());
  const [shown, setShown] = useState<Table | null>(null);
  const [withdrawn, setWithdrawn] = useState<string | null>(null);
  const { today, tables, changes, seen } = fees;
  const inForce = feesOn({ tables: datedTables(fees) }, today).from;
  const stateOf = ({ from }: Table): string => {
    if (from === inForce) return 'In force';
    return from === null || from < today ? 'Earlier' : 'Upcoming';
  };
  const columns: readonly Column<Table>[] = [
    { id: 'from', header: 'From', rowHeader: true, phone: 'title', cell: ({ from }) => dayText(from) },
    { id: 'state', header: 'State', cell: stateOf },
    {
      id: 'set',
      header: 'Set by',
      cell: ({ from }) => {
        if (from === null) return 'The first fees of Saleyard';
        const set = changes.find((change) => change.act === 'set' && change.from === from);
        return set && `${personName(set.by)}: ${set.reason}`;
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      actions: true,
      phone: 'plain',
      cell: (table) => (
        <Row gap="sm">
          <Button
            variant="default"
            aria-label={`View the fees: ${dayText(table.from)}`}
            onClick={() => setShown(table)}
          >
            View
          </Button>
          {mayAct && table.from !== null && table.from > today && (
            <>
              <Button
                variant="default"
                component={Link}
                to={paths.feeTable({ from: table.from })}
                aria-label={`Change the fees from ${dayText(table.from)}`}
              >
                Change
              </Button>
              <Button
                variant="subtle"
                aria-label={`Withdraw the fees from ${dayText(table.from)}`}
                onClick={() => setWithdrawn(table.from)}
              >
                Withdraw…
              </Button>
            </>
          )}
        </Row>
      ),
    },
  ];
  return (
    <Stack gap="lg">
      <DataTable
        caption="Tables of fees"
        columns={columns}
        rows={tables.toReversed()}
        rowKey={({ from }) => from ?? 'first'}
      />
      <TitledPanel title="History">
        <DataTable
          caption="Changes of the fees"
          columns={HISTORY}
          rows={changes}
          rowKey={({ at, from, act }) => `${at} ${from} ${act}`}
          empty={<p>The fees were never changed.</p>}
        />
      </TitledPanel>
      {shown && (
        <Dialog
          title={`Fees: ${dayText(shown.from)}`}
          onClose={() => setShown(null)}
          actions={<Button onClick={() => setShown(null)}>Close</Button>}
        >
          <FeeTables table={shown.table} />
        </Dialog>
      )}
      {withdrawn !== null && (
        <FeesChangeDialog
          title="Withdraw these fees?"
          action="Withdraw"
          danger
          change={{ from: withdrawn, table: null, seen }}
          onDone={() => {
            setWithdrawn(null);
            toast(`The fees from ${longDayText(withdrawn)} are withdrawn`);
          }}
          onClose={() => setWithdrawn(null)}
        >
          <p>
            The fees before them stay in force on {longDayText(withdrawn)}. The withdrawn ones stay in the
            history.
          </p>
        </FeesChangeDialog>
      )}
    </Stack>
  );
}

/** The published fees: each table with the day from which it is in force, and who set it. Auditors read them. */
export function FeesScreen() {
  const mayAct = isStaff(useMe());
  const query = useQuery({ ...feeTablesQuery, refetchOnMount: 'always' });
  return (
    <Page
      title="Fees"
      before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}
      aside={
        mayAct && (
          <Button component={Link} to={paths.newFeeTable}>
            Set new fees
          </Button>
        )
      }
    >
      <p className="sy-dim">
        A sale is charged by the fees in force on the day it opens, unless it has a fee of its own. Fees are
        without GST. Once a day has begun, its fees can’t be changed.
      </p>
      <ReadRows query={query} label="Loading fees…">
        {(fees) => <Fees fees={fees} />}
      </ReadRows>
    </Page>
  );
}
