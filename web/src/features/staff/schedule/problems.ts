import { ApiError } from '@/lib/api-error.ts';
import type { Problem } from './error-summary.tsx';
import { lotFieldId } from './lot-cell.tsx';
import { LOT_COLUMNS } from './lot-columns.ts';
import { isBlank } from './lot-draft.ts';
import { saleFieldId } from './sale-fields.tsx';
import type { SaleFaults } from './sale-form.ts';
import type { LotsInput } from './use-lots-input.ts';

const labelOf = (column: string): string => LOT_COLUMNS.find(({ name }) => name === column)?.label ?? column;

/** What is wrong with the sale's own fields. */
export const saleProblems = (faults: SaleFaults): Problem[] =>
  Object.entries(faults).map(([name, text]) => ({ text, fieldId: saleFieldId(name) }));

/** What is wrong with the lots: typed rows are counted as the table shows them, a file's by its lines. */
export function lotProblems(input: LotsInput): Problem[] {
  if (input.mode === 'file') {
    if (input.file?.read.outcome === 'unreadable') return [{ text: input.file.read.message, fieldId: null }];
    return input.faults.map(({ row, column, message }) => ({
      text: `Row ${input.lines[row]}, ${labelOf(column)}: ${message}`,
      fieldId: null,
    }));
  }
  return input.faults.map(({ row, column, message }) => ({
    text: `Row ${row + 1}, ${labelOf(column)}: ${message}`,
    fieldId: lotFieldId(row, column),
  }));
}

const TERMS: Readonly<Record<string, string>> = { durationSeconds: 'durationMinutes' };

/** A refusal of the server as problems of the form, each with its field where the field is on the page. */
export function refusalProblems(error: unknown, input: LotsInput): Problem[] {
  if (!(error instanceof ApiError)) return error ? [{ text: String(error), fieldId: null }] : [];
  const rows = input.drafts.flatMap((draft, row) => (isBlank(draft) ? [] : [row]));
  return error.errors.map(({ message, field = '' }) => {
    const lot = /^lots\[(\d+)\](?:\.(\w+))?/.exec(field);
    if (lot && input.mode === 'typed') {
      const row = rows[Number(lot[1])] ?? Number(lot[1]);
      const column = lot[2] ?? 'title';
      return { text: `Row ${row + 1}, ${labelOf(column)}: ${message}`, fieldId: lotFieldId(row, column) };
    }
    const own = /^(?:details|terms)\.(\w+)/.exec(field)?.[1];
    return { text: message, fieldId: own ? saleFieldId(TERMS[own] ?? own) : null };
  });
}
