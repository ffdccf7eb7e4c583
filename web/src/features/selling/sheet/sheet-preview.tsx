import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { FileProblem } from '@saleyard/contract/rows-file.ts';
import { problemText } from '@saleyard/contract/rows-file.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { countOf, formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useBeforeUnload, useBlocker } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useStoredValue } from '@/lib/stored-value.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Card, Row, Stack } from '@/ui/layout.tsx';
import { Lines } from '@/ui/rows-file/lines.tsx';
import { type Column, DataTable } from '@/ui/table/data-table.tsx';
import { UploadProgress } from '@/ui/upload/upload-field.tsx';
import { type LotsSheet, type MatchedPictures, matchPictures, type SheetLot } from './lots-sheet.ts';
import { DraftMaker, type Made, type Progress } from './make-drafts.ts';

/** Titles of what a lot lacks that are shown; the rest are counted. */
const TO_DO_SHOWN = 3;
/** Lots of a long file that are shown at first. */
const LOTS_SHOWN = 25;
/** Rows that are remembered to be drafts already, of one sale. */
const MADE_KEPT = 1_000;
const NONE: readonly string[] = [];

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const toDoText = (toDo: readonly string[]): string => {
  if (toDo.length === 0) return 'Declarations and signatures';
  const more = toDo.length - TO_DO_SHOWN;
  return toDo.slice(0, TO_DO_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const columnsOf = (pictures: MatchedPictures): readonly Column<SheetLot>[] => [
  { id: 'row', header: 'Row', cell: ({ row }) => row },
  {
    id: 'title',
    header: 'Title',
    rowHeader: true,
    phone: 'title',
    cell: ({ row, content }) => text(content.details['title']) || `Row ${row}`,
  },
  { id: 'head', header: 'Head', align: 'end', cell: ({ content }) => content.count },
  { id: 'vendor', header: 'Vendor', cell: ({ content }) => text(content.details['vendorName']) },
  {
    id: 'start',
    header: 'Start',
    align: 'end',
    cell: ({ content: { startCents, unit } }) =>
      startCents !== null && unit !== null && formatPriceWithUnit(startCents, unit),
  },
  {
    id: 'reserve',
    header: 'Reserve',
    align: 'end',
    cell: ({ content: { reserveCents, unit } }) =>
      reserveCents !== null && unit !== null && formatPriceWithUnit(reserveCents, unit),
  },
  {
    id: 'pictures',
    header: 'Pictures',
    align: 'end',
    cell: ({ row, pictures: named }) =>
      named.length > 0 && `${pictures.of.get(row)?.length ?? 0} of ${named.length}`,
  },
  { id: 'toDo', header: 'Left to fill in', cell: ({ toDo }) => toDoText(toDo) },
];

const PROBLEM_COLUMNS: readonly Column<FileProblem>[] = [
  { id: 'row', header: 'Row', cell: ({ row }) => row },
  { id: 'column', header: 'Column', rowHeader: true, phone: 'title', cell: ({ column }) => column },
  { id: 'value', header: 'Value', cell: ({ value }) => (value === '' ? 'empty' : value) },
  { id: 'rule', header: 'What is wrong', phone: 'plain', cell: ({ rule }) => rule },
];

/** What became of the rows, once the work has ended or stopped. */
function Outcome({ made, lots, onAgain }: { made: Made; lots: readonly SheetLot[]; onAgain: () => void }) {
  const { drafts, unsent, failed } = made;
  return (
    <Card as="section" padded role="status">
      <Stack gap="md">
        <h2>
          {drafts.size === lots.length
            ? `${countOf(drafts.size, 'draft was', 'drafts were')} made`
            : `${drafts.size} of ${lots.length} drafts were made`}
        </h2>
        {failed !== null && <p role="alert">Not finished: {failed}</p>}
        <Lines
          title="Pictures and videos that were not sent"
          lines={unsent.map(({ row, name, why }) => `Row ${row}, ${name}: ${why}`)}
        />
        <Row gap="sm">
          {(failed !== null || unsent.length > 0) && (
            <Button variant="default" onClick={onAgain}>
              Try again
            </Button>
          )}
          {drafts.size > 0 && <Link to={paths.savedLots}>Review the drafts in Edit Saved Lots</Link>}
        </Row>
      </Stack>
    </Card>
  );
}

function ProgressOf({ progress }: { progress: Progress }) {
  const { drafts, ofDrafts, pictures, ofPictures } = progress;
  return (
    <Stack gap="sm">
      <UploadProgress share={drafts / Math.max(1, ofDrafts)} label={`${drafts} of ${ofDrafts} drafts made`} />
      {ofPictures > 0 && (
        <UploadProgress share={pictures / ofPictures} label={`${pictures} of ${ofPictures} pictures sent`} />
      )}
    </Stack>
  );
}

/** What of a file becomes drafts and what does not, before anything does; then the work itself. */
export function SheetPreview({
  form,
  sale,
  account,
  file,
  of,
  pictures: files,
  onMapping,
}: {
  form: Form;
  sale: AuctionSummary;
  account: string;
  file: LotsSheet;
  of: { name: string; unread: readonly string[] } | undefined;
  pictures: readonly File[];
  onMapping: () => void;
}) {
  const client = useQueryClient();
  const [madeBefore, setMadeBefore] = useStoredValue<readonly string[]>(
    `saleyard-sheet-rows ${account} ${sale._id}`,
    NONE,
  );
  // Rows that are drafts already when the file is opened; not those that become drafts meanwhile.
  const [before] = useState(() => new Set(madeBefore));
  const [withThem, setWithThem] = useState(false);
  const again = file.lots.filter(({ key }) => before.has(key));
  const lots = useMemo(
    () => (withThem ? file.lots : file.lots.filter(({ key }) => !before.has(key))),
    [file.lots, withThem, before],
  );
  const pictures = useMemo(() => matchPictures(lots, files), [lots, files]);
  const columns = useMemo(() => columnsOf(pictures), [pictures]);
  const [maker, setMaker] = useState<DraftMaker | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const isLong = !showsAll && lots.length > LOTS_SHOWN;
  const isRunning = progress !== null;
  const isUnfinished = isRunning || (made !== null && made.failed !== null);
  useBeforeUnload((event) => {
    if (isUnfinished) event.preventDefault();
  });
  const blocker = useBlocker(isUnfinished);
  const leaving = blocker.state === 'blocked' && (
    <Dialog
      title={isRunning ? 'Still working' : 'Not finished'}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button variant="default" onClick={() => blocker.proceed()}>
            Leave
          </Button>
          <Button onClick={() => blocker.reset()}>Stay</Button>
        </>
      }
    >
      <p>Drafts that were made stay. Rows and pictures that are not sent yet are lost.</p>
    </Dialog>
  );

  const run = async (with_: DraftMaker) => {
    setMade(null);
    const end = await with_.run(setProgress);
    setProgress(null);
    setMade(end);
    const keys = lots.filter(({ row }) => end.drafts.has(row)).map(({ key }) => key);
    setMadeBefore((now) => [...new Set([...now, ...keys])].slice(-MADE_KEPT));
    await client.invalidateQueries({ queryKey: ['selling'] });
  };
  const begin = () => {
    const next = new DraftMaker({ form, auction: sale._id, account, lots, pictures });
    setMaker(next);
    void run(next);
  };

  const wrongRows = new Set(file.problems.map(({ row }) => row)).size;
  if (made !== null && maker !== null)
    return (
      <>
        <Outcome made={made} lots={lots} onAgain={() => void run(maker)} />
        {leaving}
      </>
    );
  return (
    <Stack gap="md">
      {of !== undefined && of.unread.length > 0 && (
        <p>
          Read from the sheet “{of.name}”. Not read: {of.unread.map((name) => `“${name}”`).join(', ')}.
        </p>
      )}
      {progress !== null ? (
        <Card as="section" padded>
          <ProgressOf progress={progress} />
        </Card>
      ) : (
        <Row gap="sm">
          <Button disabled={lots.length === 0} onClick={begin}>
            Make {countOf(lots.length, 'draft')}
          </Button>
          <Button variant="default" onClick={onMapping}>
            Change columns
          </Button>
        </Row>
      )}
      {wrongRows > 0 && (
        <p role="alert">
          {countOf(wrongRows, 'row has a problem and becomes', 'rows have problems and become')} no draft. Fix
          the spreadsheet and choose it again: rows that are drafts by then are left out.
        </p>
      )}
      {again.length > 0 && (
        <Checkbox
          label={`Also make drafts of ${countOf(again.length, 'row', 'rows')} that you made drafts of before, from this device`}
          checked={withThem}
          onChange={({ currentTarget }) => setWithThem(currentTarget.checked)}
        />
      )}
      {file.problems.length > 0 && (
        <DataTable
          caption="Problems by row"
          title="Problems"
          columns={PROBLEM_COLUMNS}
          rows={file.problems}
          rowKey={problemText}
        />
      )}
      {lots.length > 0 && (
        <DataTable
          caption="Lots of the file"
          title={countOf(lots.length, 'lot')}
          columns={columns}
          rows={isLong ? lots.slice(0, LOTS_SHOWN) : lots}
          rowKey={({ key }) => key}
        />
      )}
      {isLong && (
        <Row>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            Show all {lots.length} lots
          </Button>
        </Row>
      )}
      <Lines title="Taken with a change" lines={file.notes.map(problemText)} />
      <Lines
        title="Pictures that were not found"
        lines={pictures.missing.map(({ row, name }) => `Row ${row}: ${name}`)}
      />
      <Lines
        title="Pictures that no row names, which are not sent"
        lines={pictures.unused.map(({ name }) => name)}
      />
      <Lines title="Left out" lines={file.leftOut.map(({ row, why }) => `Row ${row}: ${why}`)} />
      {file.unused.length > 0 && (
        <p className="sy-dim">Columns that are not used: {file.unused.join(', ')}.</p>
      )}
      {leaving}
    </Stack>
  );
}
