import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { OwnResultsQuery } from '@saleyard/contract/bids.ts';
import { LOTS_PER_STEP } from '@saleyard/contract/documents.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { mayViewDetails } from '@saleyard/domain/auction/sale-settings.ts';
import { type ReactNode, useState } from 'react';
import {
  ICON_SIZES,
  IconCalendarPlus,
  IconDots,
  IconDownload,
  IconMessage,
  IconPrinter,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { call, fileAddress } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useNeedsServer, useServerLink } from '@/lib/away.ts';
import { useNow } from '@/lib/clock.ts';
import { Button } from '@/ui/button.tsx';
import { EMAIL_LOT } from '@/ui/button-placeholders.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grid } from '@/ui/layout.tsx';
import { Popover } from '@/ui/popover.tsx';
import classes from './documents.module.css';
import { type DocType, EmailDialog, type Recipient } from './email-dialog.tsx';
import { saveDocument, saveParts } from './file-download.ts';

/** Whether details may be opened is looked at this often. ms. */
const WINDOW_CHECK_MS = 60_000;

/** A document under way: what of it is made, or why it was not. */
function useSaving() {
  const [state, setState] = useState<{ making: string | null; error: unknown }>({
    making: null,
    error: null,
  });
  const save = async (work: (began: (what: string) => void) => Promise<void>) => {
    setState({ making: 'Making the document…', error: null });
    try {
      await work((making) => setState({ making, error: null }));
      setState({ making: null, error: null });
    } catch (error) {
      setState({ making: null, error });
    }
  };
  const note: ReactNode = (
    <>
      {state.making !== null && <p role="status">{state.making}</p>}
      {state.error !== null && <p role="alert">{errorTextOf(state.error).message}</p>}
    </>
  );
  return { save, isMaking: state.making !== null, note };
}

function Tool({
  icon,
  onClick,
  label,
  about,
  small = false,
}: {
  icon: ReactNode;
  onClick: () => void;
  label: string;
  about?: string | undefined;
  /** Several sales are on a page, each with its tools. */
  small?: boolean;
}) {
  const needsServer = useNeedsServer();
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      leftSection={icon}
      onClick={onClick}
      aria-describedby={about}
      {...needsServer}
    >
      {label}
    </Button>
  );
}

const ICONS = {
  email: <IconMessage size={ICON_SIZES.md} aria-hidden="true" />,
  download: <IconDownload size={ICON_SIZES.md} aria-hidden="true" />,
  print: <IconPrinter size={ICON_SIZES.md} aria-hidden="true" />,
};

/** One thing to save, or to open in a window of its own. */
type Choice = { label: string } & ({ press: () => void } | { to: string });

/** What can be saved or printed, in the order it is offered. */
function ChoicesDialog({
  title,
  choices,
  empty,
  saving,
  onClose,
}: {
  title: string;
  choices: readonly Choice[];
  /** What is said where there is nothing. */
  empty: string;
  /** What is being made. */
  saving?: ReturnType<typeof useSaving>;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {choices.length === 0 && <p>{empty}</p>}
      <Grid as="ul" single gap="sm">
        {choices.map((choice) => (
          <li key={choice.label}>
            {'to' in choice ? (
              <a href={choice.to} target="_blank" rel="noopener">
                {choice.label}
              </a>
            ) : (
              <Button variant="default" disabled={saving?.isMaking ?? false} onClick={choice.press}>
                {choice.label}
              </Button>
            )}
          </li>
        ))}
      </Grid>
      {saving?.note}
    </Dialog>
  );
}

/** Whether a catalogue's full details may be opened now, and in how many parts they come. */
function useDetails(auction: AuctionSummary): { mayView: boolean; steps: number } {
  const now = useNow(WINDOW_CHECK_MS);
  return {
    mayView: mayViewDetails(auction, now),
    steps: Math.max(1, Math.ceil(auction.lotCount / LOTS_PER_STEP)),
  };
}

function DownloadDialog({ auction, content, onClose }: SaleDocuments & { onClose: () => void }) {
  const saving = useSaving();
  const { mayView, steps } = useDetails(auction);
  const params = { auction: auction._id };
  const isCatalogue = content === 'catalogue';
  const name = isCatalogue ? 'Summary' : 'Results';
  const summary = (type: 'pdf' | 'csv') => () =>
    void saving.save(() =>
      saveDocument(documentOperations.printAuctionSummary, { params, query: { type, content } }),
    );
  const details = () =>
    void saving.save((began) =>
      saveParts(
        steps,
        (step) => saveDocument(documentOperations.printAuctionDetails, { params, query: { step } }),
        (step) => began(steps === 1 ? 'Making the document…' : `Making part ${step} of ${steps}…`),
      ),
    );
  const choices: Choice[] = [
    ...(isCatalogue && auction.studSale
      ? []
      : [
          { label: `${name} (PDF)`, press: summary('pdf') },
          { label: `${name} (CSV)`, press: summary('csv') },
        ]),
    ...(isCatalogue && mayView
      ? [{ label: steps === 1 ? 'Full Details (PDF)' : `Full Details (PDF, ${steps} parts)`, press: details }]
      : []),
  ];
  return (
    <ChoicesDialog
      title={isCatalogue ? 'Download Catalogue' : 'Download Results'}
      choices={choices}
      empty="There is nothing to download yet."
      saving={saving}
      onClose={onClose}
    />
  );
}

/** What of a catalogue can be printed: our own page, or the PDF, each in a window of its own. */
function PrintDialog({ auction, onClose }: { auction: AuctionSummary; onClose: () => void }) {
  const { mayView, steps } = useDetails(auction);
  const parts = Array.from({ length: mayView ? steps : 0 }, (_, index) => index + 1);
  const choices = [
    ...(auction.studSale ? [] : [{ label: 'Summary', to: paths.printSummary(auction) }]),
    ...parts.map((step) => ({
      label: steps === 1 ? 'Full Details' : `Full Details, part ${step} of ${steps}`,
      to: paths.printDetails(auction, step),
    })),
  ];
  return (
    <ChoicesDialog
      title="Print Catalogue"
      choices={choices}
      empty="There is nothing to print yet."
      onClose={onClose}
    />
  );
}

/** E-mail and download of the person's results, those that are shown; their own page prints them. */
export function MyResultsTools({ wanted }: { wanted: Pick<OwnResultsQuery, 'status' | 'from' | 'to'> }) {
  const [open, setOpen] = useState<'email' | 'download' | null>(null);
  const saving = useSaving();
  const close = () => setOpen(null);
  const { status, ...days } = wanted;
  const shown = { ...days, ...(status !== undefined && { filterType: status }) };
  const file = (type: 'pdf' | 'csv') => () =>
    void saving.save(() =>
      saveDocument(documentOperations.printMyResults, {
        query: { ...shown, ...(type === 'pdf' && { type }) },
      }),
    );
  return (
    <div className={`${classes.tools} sy-no-print`}>
      <Tool icon={ICONS.email} label="Email Results" onClick={() => setOpen('email')} />
      <Tool icon={ICONS.download} label="Download Results" onClick={() => setOpen('download')} />
      {open === 'email' && (
        <EmailDialog
          title="Email Results"
          hasDetails={false}
          send={(recipient) => call(documentOperations.emailMyResults, { body: { ...recipient, ...wanted } })}
          onClose={close}
        />
      )}
      {open === 'download' && (
        <ChoicesDialog
          title="Download Results"
          choices={[
            { label: 'Results (PDF)', press: file('pdf') },
            { label: 'Results (CSV)', press: file('csv') },
          ]}
          empty=""
          saving={saving}
          onClose={close}
        />
      )}
    </div>
  );
}

type SaleDocuments = { auction: AuctionSummary; content: 'catalogue' | 'result' };

/** The sale as an entry of the person's own calendar. */
function CalendarLink({ auction }: { auction: AuctionSummary }) {
  const calendar = useServerLink(
    fileAddress(auctionOperations.auctionCalendar, { params: { auction: auction._id } }),
  );
  return (
    <Button
      component="a"
      variant="subtle"
      justify="flex-start"
      leftSection={<IconCalendarPlus size={ICON_SIZES.md} aria-hidden="true" />}
      download
      {...calendar}
    >
      Add to Calendar
    </Button>
  );
}

type OpenDialog = 'email' | 'download' | 'print' | null;

/** E-mail, download and print of a sale's catalogue, or of its results, which their own page prints. */
export function SaleDocumentTools({
  auction,
  content,
  about,
}: SaleDocuments & {
  /** The id of what names the sale, where several are on a page. */
  about?: string;
}) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const now = useNow(WINDOW_CHECK_MS);
  const needsServer = useNeedsServer();
  const close = () => setOpen(null);
  const isCatalogue = content === 'catalogue';
  const email = isCatalogue ? 'Email Catalogue' : 'Email Results';
  const send = (recipient: Recipient, docType: DocType) =>
    call(documentOperations.emailAuctionInfo, {
      params: { auction: auction._id },
      body: { ...recipient, docType, type: content },
    });
  const item = (label: string, icon: ReactNode, dialog: OpenDialog) => (
    <Button
      variant="subtle"
      justify="flex-start"
      leftSection={icon}
      aria-describedby={about}
      onClick={() => setOpen(dialog)}
      {...needsServer}
    >
      {label}
    </Button>
  );
  return (
    <div className={`${classes.tools} sy-no-print`}>
      <Tool
        icon={ICONS.email}
        label={email}
        small={isCatalogue}
        about={about}
        onClick={() => setOpen('email')}
      />
      {isCatalogue ? (
        <Popover
          end
          closesOnPress
          className={classes.more}
          label="More documents"
          summary={<IconDots size={ICON_SIZES.md} aria-hidden="true" />}
        >
          {item('Download', ICONS.download, 'download')}
          {item('Print', ICONS.print, 'print')}
          {auction.state !== 'closed' && !auction.cancelled && <CalendarLink auction={auction} />}
        </Popover>
      ) : (
        <Tool
          icon={ICONS.download}
          label="Download Results"
          about={about}
          onClick={() => setOpen('download')}
        />
      )}
      {open === 'email' && (
        <EmailDialog
          title={email}
          hasDetails={isCatalogue && mayViewDetails(auction, now)}
          send={send}
          onClose={close}
        />
      )}
      {open === 'download' && <DownloadDialog auction={auction} content={content} onClose={close} />}
      {open === 'print' && <PrintDialog auction={auction} onClose={close} />}
    </div>
  );
}

/** E-mail of one lot. `type`: `submitted` sends the person's own lot, with what buyers do not read. */
export function EmailLotTool({ lot, type }: { lot: Pick<PublicLot, '_id'>; type: 'upcoming' | 'submitted' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool icon={ICONS.email} label={EMAIL_LOT} onClick={() => setOpen(true)} />
      {isOpen && (
        <EmailDialog
          title={EMAIL_LOT}
          hasDetails={false}
          send={(recipient) =>
            call(documentOperations.emailLotInfo, { params: { lot: lot._id }, body: { ...recipient, type } })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** E-mail and download of one lot; its own page prints it. */
export function LotDocumentTools({ lot }: { lot: Pick<PublicLot, '_id'> }) {
  const { save, isMaking, note } = useSaving();
  const needsServer = useNeedsServer();
  const params = { lot: lot._id };
  return (
    <div className={`${classes.tools} sy-no-print`}>
      <EmailLotTool lot={lot} type="upcoming" />
      <Button
        variant="default"
        leftSection={ICONS.download}
        loading={isMaking}
        onClick={() => void save(() => saveDocument(documentOperations.printLotDetails, { params }))}
        {...needsServer}
      >
        Download Lot Details
      </Button>
      {note}
    </div>
  );
}
