import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ICON_SIZES, IconDownload } from '@/config/icons.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { callWithRetry, whilePressed } from '@/lib/call-with-retry.ts';
import { newCommandId } from '@/lib/random.ts';
import { isStaff, useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { saveDocument } from '@/ui/documents/file-download.ts';
import { toast } from '@/ui/toasts.tsx';

const RETRY = whilePressed('No answer came, so no file was saved. Please try again.');

/** Records the export, then saves the file. */
async function exportResults({ _id }: Pick<StaffAuction, '_id'>): Promise<void> {
  const sent = { params: { id: _id }, body: { commandId: newCommandId() } };
  await callWithRetry(() => call(staffOperations.exportResults, sent), RETRY);
  await saveDocument(staffOperations.exportedResults, { params: { auction: _id } });
}

/** Saves the results of a closed sale as a file, once the person has read that it is recorded. */
export function ExportResultsButton({ sale }: { sale: Pick<StaffAuction, '_id'> }) {
  const [isAsking, setAsking] = useState(false);
  const isAdmin = isStaff(useMe());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => exportResults(sale),
    onSuccess: () => {
      setAsking(false);
      toast('The results are saved');
    },
  });
  const close = () => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Export results
      </Button>
      {isAsking && (
        <Dialog
          title="Export the results"
          onClose={close}
          actions={
            <>
              <Button variant="default" onClick={close}>
                Back
              </Button>
              <Button loading={isPending} onClick={() => mutate()}>
                Export
              </Button>
            </>
          }
        >
          <p>
            {isAdmin
              ? 'The file has each lot with its price, weights, buyer and vendor, their PICs and contacts. Keep it safe.'
              : 'The file has each lot with its price, weights, buyer and vendor with their PICs. Only an administrator exports contacts.'}
          </p>
          <p className="sy-dim">Your name and the time are recorded in the sale’s audit.</p>
          {error && <p role="alert">{errorTextOf(error).message}</p>}
        </Dialog>
      )}
    </>
  );
}
