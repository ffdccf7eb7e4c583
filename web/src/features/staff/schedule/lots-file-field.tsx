import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { formatCount, formatPriceWithUnit, parsePrice } from '@/lib/money.ts';
import { type LotDraft, unitOf } from './lot-draft.ts';
import { type LotsFile, readLotsFile, templateCsv } from './lots-file.ts';
import classes from './schedule.module.css';

/** A chosen file: its name, its text as it will be sent, and what was read of it. */
export type ChosenFile = { name: string; text: string; read: LotsFile };

/** Lots shown of a file before the rest is only counted. */
const PREVIEWED = 50;

const price = (draft: LotDraft, text: string): string =>
  text === '' ? '–' : formatPriceWithUnit(parsePrice(text, unitOf(draft)), unitOf(draft));

function Preview({
  drafts,
  lines,
  bad,
}: {
  drafts: readonly LotDraft[];
  lines: readonly number[];
  bad: ReadonlySet<number>;
}) {
  return (
    <div className={`sy-scroll ${classes.sheet}`}>
      <table className="sy-table">
        <caption>
          {formatCount(drafts.length)} lots read
          {drafts.length > PREVIEWED ? `, the first ${PREVIEWED} shown` : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Lot</th>
            <th scope="col">Title</th>
            <th scope="col" className="sy-end">
              Head
            </th>
            <th scope="col" className="sy-end">
              Start
            </th>
            <th scope="col" className="sy-end">
              Reserve
            </th>
            <th scope="col">Vendor</th>
            <th scope="col">Place</th>
          </tr>
        </thead>
        <tbody>
          {drafts.slice(0, PREVIEWED).map((draft, row) => (
            <tr key={draft.key} data-bad={bad.has(row) || undefined}>
              <td>{lines[row]}</td>
              <td>{draft.number || '–'}</td>
              <td>{draft.title}</td>
              <td className="sy-end">{draft.count}</td>
              <td className="sy-end sy-number">{price(draft, draft.startCents)}</td>
              <td className="sy-end sy-number">{price(draft, draft.reserveCents)}</td>
              <td>{draft.vendorName}</td>
              <td>{[draft.town, draft.state].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A catalogue from a CSV file: choose it, see what was read, and which rows are wrong. */
export function LotsFileField({
  file,
  badRows,
  onChoose,
}: {
  file: ChosenFile | null;
  badRows: ReadonlySet<number>;
  onChoose: (file: ChosenFile) => void;
}) {
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    const text = await chosen.text();
    onChoose({ name: chosen.name, text, read: readLotsFile(text) });
  };
  return (
    <div>
      <div className={classes.fileBar}>
        <FileButton accept=".csv,text/csv" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />} {...props}>
              {file ? 'Choose another file' : 'Choose a CSV file'}
            </Button>
          )}
        </FileButton>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv())}`}
          download="lots-template.csv"
          className={classes.template}
        >
          <IconDownload size={16} aria-hidden="true" /> Download a template
        </a>
        {file && <span className="sy-dim">{file.name}</span>}
      </div>
      <p className="sy-dim">
        One row per lot, amounts in cents. Start from the template; its first row names every column.
      </p>
      {file?.read.outcome === 'unreadable' && (
        <p role="alert" className={classes.alert}>
          {file.read.message}
        </p>
      )}
      {file?.read.outcome === 'read' && (
        <Preview drafts={file.read.drafts} lines={file.read.lines} bad={badRows} />
      )}
    </div>
  );
}
