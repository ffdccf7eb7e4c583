import { Button } from '@mantine/core';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { documentOperations, LOTS_PER_STEP } from '@saleyard/contract/documents.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { mayViewDetails } from '@saleyard/domain/auction/sale-settings.ts';
import { type ReactNode, useState } from 'react';
import { ICON_SIZES, IconDownload, IconMessage, IconPrinter } from '@/app/icons.ts';
import { paths } from '@/app/paths.ts';
import { Dialog } from '@/components/dialog.tsx';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useNow } from '@/lib/clock.ts';
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
}: {
  icon: ReactNode;
  onClick: () => void;
  label: string;
  about?: string | undefined;
}) {
  return (
    <Button variant="default" size="xs" leftSection={icon} onClick={onClick} aria-describedby={about}>
      {label}
    </Button>
  );
}

const ICONS = {
  email: <IconMessage size={ICON_SIZES.md} aria-hidden="true" />,
  download: <IconDownload size={ICON_SIZES.md} aria-hidden="true" />,
  print: <IconPrinter size={ICON_SIZES.md} aria-hidden="true" />,
};

/** What of a sale can be saved, in the order it is offered. */
function DownloadDialog({ auction, content, onClose }: SaleDocuments & { onClose: () => void }) {
  const { save, isMaking, note } = useSaving();
  const now = useNow(WINDOW_CHECK_MS);
  const params = { auction: auction._id };
  const steps = Math.max(1, Math.ceil(auction.lotCount / LOTS_PER_STEP));
  const isCatalogue = content === 'catalogue';
  const name = isCatalogue ? 'Summary' : 'Results';
  const summary = (type: 'pdf' | 'csv') => () =>
    void save(() =>
      saveDocument(documentOperations.printAuctionSummary, { params, query: { type, content } }),
    );
  const details = () =>
    void save((began) =>
      saveParts(
        steps,
        (step) => saveDocument(documentOperations.printAuctionDetails, { params, query: { step } }),
        (step) => began(steps === 1 ? 'Making the document…' : `Making part ${step} of ${steps}…`),
      ),
    );
  const choices = [
    ...(isCatalogue && auction.studSale
      ? []
      : [
          { label: `${name} (PDF)`, press: summary('pdf') },
          { label: `${name} (CSV)`, press: summary('csv') },
        ]),
    ...(isCatalogue && mayViewDetails(auction, now)
      ? [{ label: steps === 1 ? 'Full Details (PDF)' : `Full Details (PDF, ${steps} parts)`, press: details }]
      : []),
  ];
  return (
    <Dialog
      title={isCatalogue ? 'Download Catalogue' : 'Download Results'}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {choices.length === 0 && <p>There is nothing to download yet.</p>}
      <ul className={classes.choices}>
        {choices.map(({ label, press }) => (
          <li key={label}>
            <Button variant="default" disabled={isMaking} onClick={press}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {note}
    </Dialog>
  );
}

/** What of a catalogue can be printed: our own page, or the PDF, each in a window of its own. */
function PrintDialog({ auction, onClose }: { auction: AuctionSummary; onClose: () => void }) {
  const now = useNow(WINDOW_CHECK_MS);
  const steps = Math.max(1, Math.ceil(auction.lotCount / LOTS_PER_STEP));
  const parts = Array.from({ length: steps }, (_, index) => index + 1);
  const choices = [
    ...(auction.studSale ? [] : [{ label: 'Summary', to: paths.printSummary(auction) }]),
    ...(mayViewDetails(auction, now)
      ? parts.map((step) => ({
          label: steps === 1 ? 'Full Details' : `Full Details, part ${step} of ${steps}`,
          to: paths.printDetails(auction, step),
        }))
      : []),
  ];
  return (
    <Dialog
      title="Print Catalogue"
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {choices.length === 0 && <p>There is nothing to print yet.</p>}
      <ul className={classes.choices}>
        {choices.map(({ label, to }) => (
          <li key={label}>
            <a href={to} target="_blank" rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type SaleDocuments = { auction: AuctionSummary; content: 'catalogue' | 'result' };

/** E-mail, download and print of a sale's catalogue, or of its results, which their own page prints. */
export function SaleDocumentTools({
  auction,
  content,
  about,
}: SaleDocuments & {
  /** The id of what names the sale, where several stand on a page. */
  about?: string;
}) {
  const [open, setOpen] = useState<'email' | 'download' | 'print' | null>(null);
  const now = useNow(WINDOW_CHECK_MS);
  const close = () => setOpen(null);
  const isCatalogue = content === 'catalogue';
  const email = isCatalogue ? 'Email Catalogue' : 'Email Results';
  const send = (recipient: Recipient, docType: DocType) =>
    call(documentOperations.emailAuctionInfo, {
      params: { auction: auction._id },
      body: { ...recipient, docType, type: content },
    });
  return (
    <div className={classes.tools}>
      <Tool icon={ICONS.email} label={email} about={about} onClick={() => setOpen('email')} />
      <Tool
        icon={ICONS.download}
        label={isCatalogue ? 'Download' : 'Download Results'}
        about={about}
        onClick={() => setOpen('download')}
      />
      {isCatalogue && (
        <Tool icon={ICONS.print} label="Print" about={about} onClick={() => setOpen('print')} />
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

/** E-mail and download of one lot; its own page prints it. */
export function LotDocumentTools({ lot }: { lot: Pick<PublicLot, '_id'> }) {
  const [isOpen, setOpen] = useState(false);
  const { save, isMaking, note } = useSaving();
  const params = { lot: lot._id };
  return (
    <div className={classes.tools}>
      <Tool icon={ICONS.email} label="Email Lot Details" onClick={() => setOpen(true)} />
      <Button
        variant="default"
        leftSection={ICONS.download}
        loading={isMaking}
        onClick={() => void save(() => saveDocument(documentOperations.printLotDetails, { params }))}
      >
        Download Lot Details
      </Button>
      {note}
      {isOpen && (
        <EmailDialog
          title="Email Lot Details"
          hasDetails={false}
          send={(recipient) =>
            call(documentOperations.emailLotInfo, { params, body: { ...recipient, type: 'upcoming' } })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
