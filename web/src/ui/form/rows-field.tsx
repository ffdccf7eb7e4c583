import type { CSSProperties, ReactNode } from 'react';
import { get, useController, useFieldArray, useFormState } from 'react-hook-form';
import { ICON_SIZES, IconPlus, IconTrash } from '@/config/icons.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { fieldId } from './fields.tsx';
import classes from './rows-field.module.css';

/** The look of a plain input that fills its cell. */
export const cellClass = classes.cell ?? '';

/** The style of an input that is to hold this many characters where its cell is one of a table. */
export const cellWidth = (characters: number): CSSProperties =>
  ({ '--cell-width': `${characters}ch` }) as CSSProperties;

/** A line of text that fills its cell. */
export function TextCell({ name, label }: { name: string; label: string }) {
  const { field, fieldState } = useController({ name });
  const problem = fieldState.error?.message;
  return (
    <>
      <input
        {...field}
        id={fieldId(name)}
        type="text"
        value={String(field.value ?? '')}
        className={cellClass}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${fieldId(name)}-problem`}
        autoComplete="off"
      />
      {problem && (
        <p id={`${fieldId(name)}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

/** A column of rows that are typed. */
export type RowColumn = {
  id: string;
  header: string;
  required?: boolean;
  /** The input of a row: `name` is the row's own, "lots.3". */
  cell: (name: string, row: number) => ReactNode;
};

/**
 * Rows of the same fields, as many as are wanted: a table, and a card for each row on a phone. `name` is where the
 * list is in the form.
 */
export function RowsField({
  name,
  caption,
  columns,
  rowLabel,
  newRow,
  most,
}: {
  name: string;
  /** Says what the rows are, to screen readers. */
  caption: string;
  columns: readonly RowColumn[];
  /** What a row is: "lot", "section". */
  rowLabel: string;
  /** A row to begin with. */
  newRow: () => Record<string, unknown>;
  /** How many rows there may be. */
  most?: number;
}) {
  const { fields, append, remove } = useFieldArray({ name, keyName: 'rowKey' });
  const { errors } = useFormState({ name });
  const problem = (get(errors, name) as { message?: string } | undefined)?.message;
  const add = () => append(newRow(), { shouldFocus: false });
  return (
    <div className={classes.rows}>
      {typeof problem === 'string' && <p className={classes.problem}>{problem}</p>}
      {fields.length > 0 && (
        <section className={classes.sheet} aria-label={caption}>
          <table>
            <thead>
              <tr>
                {columns.map(({ id, header, required }) => (
                  <th key={id} scope="col">
                    {header}
                    {required && <span aria-hidden="true"> *</span>}
                  </th>
                ))}
                <th scope="col">
                  <span className="sy-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ rowKey }, row) => (
                <tr
                  key={rowKey}
                  data-row={`${rowLabel.slice(0, 1).toUpperCase()}${rowLabel.slice(1)} ${row + 1}`}
                >
                  {columns.map(({ id, header, cell }) => (
                    <td key={id} data-label={header}>
                      {cell(`${name}.${row}`, row)}
                    </td>
                  ))}
                  <td>
                    <IconButton aria-label={`Remove row ${row + 1}`} onClick={() => remove(row)}>
                      <IconTrash size={ICON_SIZES.md} aria-hidden="true" />
                    </IconButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(most === undefined || fields.length < most) && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={ICON_SIZES.sm} aria-hidden="true" />}
            onClick={add}
          >
            Add a {rowLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
