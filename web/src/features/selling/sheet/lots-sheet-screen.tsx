import type { Me } from '@saleyard/contract/accounts.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { ERRORS } from '@saleyard/contract/errors.ts';
import type { Mapping, Sheet } from '@saleyard/contract/rows-file.ts';
import { isAddLotOpen } from '@saleyard/domain/auction/sale-settings.ts';
import type { Form, Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { LOTS_PER_FILE, lotColumns } from '@saleyard/domain/listing/lots-file.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { dayKey, formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { Link, useParams } from 'react-router';
import { ICON_SIZES, IconDownload, IconUpload } from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { tabsOf } from '@/features/selling/lot-sections.tsx';
import { prefilled } from '@/features/selling/lot-values.ts';
import classes from '@/features/selling/selling.module.css';
import { saleQuery } from '@/features/selling/selling-queries.ts';
import { serverNow, useNow } from '@/lib/clock.ts';
import { readSheet } from '@/lib/rows-file.ts';
import { addLotRefusal } from '@/lib/selling.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Card, Row, Stack } from '@/ui/layout.tsx';
import { BackLink, Empty, Failed, Loading, NoPermission, Page } from '@/ui/page.tsx';
import { ColumnMapping, MappingQuestion, missingColumns } from '@/ui/rows-file/column-mapping.tsx';
import { readRemembered, rememberMapping } from '@/ui/rows-file/remembered-mapping.ts';
import zone from '@/ui/upload/upload-field.module.css';
import own from './lots-sheet.module.css';
import { type KnownOfLots, lotsOf, lotsTemplate } from './lots-sheet.ts';
import { SheetPreview } from './sheet-preview.tsx';

const TITLE = 'Lots from a spreadsheet';
/** Whether lots may still be added is looked at this often. ms. */
const WINDOW_CHECK_MS = 30_000;

const isSheetFile = ({ name, type }: File): boolean =>
  /\.(csv|txt|tsv|xlsx?|ods)$/i.test(name) || type === 'text/csv' || /spreadsheet|ms-excel/.test(type);

/** A spreadsheet that was chosen and can be read. `times`: how many were chosen before. `of`: which of its sheets. */
type Chosen = {
  times: number;
  name: string;
  sheet: Sheet;
  of: { name: string; unread: readonly string[] } | undefined;
};

/** Where the spreadsheet and its pictures are chosen, together or one after the other. */
function FilesField({
  chosen,
  pictures,
  onFiles,
}: {
  chosen: string | null;
  pictures: number;
  onFiles: (files: readonly File[]) => void;
}) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => onFiles(files),
  });
  return (
    <div {...getRootProps({ className: zone.zone, role: undefined })} data-over={isDragActive || undefined}>
      <input {...getInputProps({ 'aria-label': 'A spreadsheet and pictures' })} />
      <Button
        variant={chosen === null ? 'filled' : 'default'}
        leftSection={<IconUpload size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={open}
      >
        {chosen === null ? 'Choose a spreadsheet and its pictures' : 'Choose other files or more pictures'}
      </Button>
      <span className="sy-dim">
        {chosen === null
          ? 'or drop them here: CSV or XLSX, and pictures and videos that it names'
          : `${chosen}, ${countOf(pictures, 'picture or video', 'pictures and videos')}`}
      </span>
    </div>
  );
}

/** Which column each heading is, where that is not clear or is to be changed. */
function MappingStep({
  form,
  chosen,
  read,
  onNext,
}: {
  form: Form;
  chosen: Chosen;
  read: { why: string | null; headings: readonly string[]; headingRow: number; guess: Mapping };
  onNext: (mapping: Mapping) => void;
}) {
  const [mapping, setMapping] = useState(read.guess);
  const columns = lotColumns(form);
  return (
    <Card as="section" padded>
      <Stack gap="md">
        <h2>Which column is which?</h2>
        <MappingQuestion why={read.why} headings={read.headings} headingRow={read.headingRow} />
        <ColumnMapping
          columns={columns}
          sheet={chosen.sheet}
          headings={read.headings}
          headingRow={read.headingRow}
          guess={read.guess}
          value={mapping}
          onChange={setMapping}
        />
        <Row>
          <Button
            disabled={missingColumns(columns, mapping).length > 0}
            onClick={() => {
              rememberMapping('lots', read.headings, mapping);
              onNext(mapping);
            }}
          >
            Next
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

/** A chosen file: its columns where they are unclear, then its lots. */
function ChosenSheet({
  form,
  sale,
  me,
  chosen,
  pictures,
}: {
  form: Form;
  sale: AuctionSummary;
  me: Me;
  chosen: Chosen;
  pictures: readonly File[];
}) {
  const known = useMemo<KnownOfLots>(() => {
    const { details, saleConditions } = prefilled(form, String(sale.searchNumber), me);
    return {
      days: { today: dayKey(serverNow()), live: dayKey(sale.liveAt) },
      known: details as Values,
      saleConditions,
      sections: tabsOf(sale),
    };
  }, [form, sale, me]);
  const [mapping, setMapping] = useState<Mapping | undefined>(undefined);
  const [isMapping, setIsMapping] = useState(false);
  const read = useMemo(
    () =>
      mapping === undefined
        ? readRemembered('lots', (remembered) => lotsOf(chosen.sheet, form, known, remembered))
        : lotsOf(chosen.sheet, form, known, mapping),
    [chosen.sheet, form, known, mapping],
  );
  if (read.outcome === 'unreadable') return <p role="alert">{read.message}.</p>;
  if (read.outcome === 'unclear' || isMapping)
    return (
      <MappingStep
        form={form}
        chosen={chosen}
        read={
          read.outcome === 'unclear'
            ? read
            : { why: null, headings: read.headings, headingRow: read.headingRow, guess: read.mapping }
        }
        onNext={(next) => {
          setMapping(next);
          setIsMapping(false);
        }}
      />
    );
  return (
    <SheetPreview
      form={form}
      sale={sale}
      account={me._id}
      file={read}
      of={chosen.of}
      pictures={pictures}
      onMapping={() => setIsMapping(true)}
    />
  );
}

function Opened({ sale, me, form }: { sale: AuctionSummary; me: Me; form: Form }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async (files: readonly File[]) => {
    const [file, second] = files.filter(isSheetFile);
    setPictures((now) => {
      const added = files.filter((one) => !isSheetFile(one));
      const names = new Set(added.map(({ name }) => name));
      // A file that is chosen again replaces the one of its name.
      return [...now.filter(({ name }) => !names.has(name)), ...added];
    });
    if (second !== undefined) return setRefused('Please choose one spreadsheet at a time');
    if (file === undefined) {
      return setRefused(
        chosen === null ? 'These are pictures. Choose the spreadsheet that names them too' : null,
      );
    }
    const read = await readSheet(file, lotColumns(form));
    setRefused(read.outcome === 'unreadable' ? `${file.name}: ${read.message}` : null);
    setChosen(
      read.outcome === 'read'
        ? { times: (chosen?.times ?? 0) + 1, name: file.name, sheet: read.sheet, of: read.of }
        : null,
    );
  };
  return (
    <Stack gap="md" className={`${own.sheet} ${classes.tapped}`}>
      <p>
        One lot a row, at most {LOTS_PER_FILE}. Each row becomes a draft, which you check, sign and submit as
        any other lot. In the column Pictures, name the files of a lot’s pictures, separated by semicolons.
      </p>
      <p>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(lotsTemplate(form))}`}
          download={`lots-${form.kind}.csv`}
        >
          <IconDownload size={ICON_SIZES.sm} aria-hidden="true" /> Download a template for {form.title}
        </a>
      </p>
      <FilesField
        chosen={chosen?.name ?? null}
        pictures={pictures.length}
        onFiles={(files) => void take(files)}
      />
      {refused !== null && <p role="alert">{refused}.</p>}
      {chosen !== null && (
        <ChosenSheet
          // Another file is another table, also one that was corrected.
          key={chosen.times}
          form={form}
          sale={sale}
          me={me}
          chosen={chosen}
          pictures={pictures}
        />
      )}
    </Stack>
  );
}

/** /main/add/sheet/{kindTitle}/{auctionNumber}: many lots of a sale are begun from a spreadsheet. */
export function LotsSheetScreen() {
  const { auctionNumber = '' } = useParams();
  const me = useMe();
  const now = useNow(WINDOW_CHECK_MS);
  const { data: sale, error, refetch } = useQuery(saleQuery(auctionNumber));
  const back = sale && <BackLink to={paths.catalogue(sale)}>Back to the sale</BackLink>;
  const page = (content: React.ReactNode) => (
    <Page title={TITLE} before={back}>
      {content}
    </Page>
  );
  if (error !== null && !sale) return page(<Failed error={error} onRetry={() => void refetch()} />);
  if (!me || !sale) return page(<Loading label="Loading the sale…" />);
  const form: Form | undefined = FORMS[sale.kindData.type];
  if (form === undefined) return page(<Empty title="Wrong format of form" />);
  const why = addLotRefusal(me, sale);
  if (why !== null)
    return page(
      <NoPermission>
        {ERRORS[why].message} {why === 'profile-incomplete' && <Link to={paths.profile}>Update</Link>}
      </NoPermission>,
    );
  if (!isAddLotOpen(sale, now)) return page(<Empty title="You can no longer add lots to this Auction" />);
  return page(
    <>
      <div className={classes.sale}>
        <strong>{sale.title}</strong>
        <span>No. {sale.number}</span>
        <span>{formatDateTime(sale.liveAt)} Sydney</span>
      </div>
      <Opened sale={sale} me={me} form={form} />
    </>,
  );
}
