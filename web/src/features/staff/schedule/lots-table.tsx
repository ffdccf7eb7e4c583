import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import { LotCell } from './lot-cell.tsx';
import { columnsOf, type Kind, type LotColumnName } from './lot-columns.ts';
import { firstIncrement, type LotDraft, type LotFault, nextDraft, unitOf } from './lot-draft.ts';
import classes from './schedule.module.css';

/** Lots typed one per row. A new row carries over place and vendor from the one above. */
export function LotsTable({
  drafts,
  kind,
  faults,
  onChange,
}: {
  drafts: readonly LotDraft[];
  kind: Kind;
  faults: readonly LotFault[];
  onChange: (change: (drafts: readonly LotDraft[]) => readonly LotDraft[]) => void;
}) {
  const columns = useMemo(() => columnsOf(kind), [kind]);
  const added = useRef(drafts.length);
  const edit = useCallback(
    (row: number, column: LotColumnName, value: string) =>
      onChange((rows) =>
        rows.map((draft, index) => {
          if (index !== row) return draft;
          const edited = { ...draft, [column]: value };
          // Another unit has other increments.
          return column === 'unit'
            ? { ...edited, incrementCents: firstIncrement(kind, unitOf(edited)) }
            : edited;
        }),
      ),
    [kind, onChange],
  );
  const add = () => {
    added.current += 1;
    const key = `typed-${added.current}`;
    onChange((rows) => [...rows, nextDraft(key, kind, rows.at(-1))]);
  };
  const faultAt = new Map(faults.map(({ row, column, message }) => [`${row} ${column}`, message]));
  return (
    <>
      <section className={`sy-scroll ${classes.sheet}`} aria-label="Lots, one per row" tabIndex={-1}>
        <table className="sy-table">
          <thead>
            <tr>
              {columns.map(({ name, label, required }) => (
                <th key={name} scope="col">
                  {label}
                  {required && <span aria-hidden="true"> *</span>}
                </th>
              ))}
              <th scope="col">
                <span className="sy-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {drafts.map((draft, row) => (
              <tr key={draft.key}>
                {columns.map((column) => (
                  <td key={column.name}>
                    <LotCell
                      column={column}
                      draft={draft}
                      row={row}
                      kind={kind}
                      fault={faultAt.get(`${row} ${column.name}`)}
                      onChange={edit}
                    />
                  </td>
                ))}
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={`Remove row ${row + 1}`}
                    onClick={() => onChange((rows) => rows.filter((_, index) => index !== row))}
                  >
                    <IconTrash size={18} aria-hidden="true" />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add} mt="sm">
        Add a lot
      </Button>
    </>
  );
}
