import { savedSearchOperations } from '@saleyard/contract/operations/saved-searches.ts';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call } from '@/lib/api-client.ts';
import { Button } from '@/ui/button.tsx';
import { Failed, Page } from '@/ui/page.tsx';

/** /stop-search-mails/{token}: stops the e-mails of saved searches, for everyone who has the link of such an e-mail. */
export function StopMailsScreen() {
  const { token = '' } = useParams();
  const stop = useMutation({
    mutationFn: () => call(savedSearchOperations.stopAlertMails, { body: { token } }),
  });
  return (
    <Page title="E-mails about saved searches">
      {stop.isSuccess ? (
        <p role="status">We send you no more e-mails about your saved searches. Banners go on.</p>
      ) : (
        <>
          <p>Do you want to stop the e-mails about your saved searches?</p>
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop e-mails
          </Button>
          {stop.error && <Failed error={stop.error} />}
        </>
      )}
    </Page>
  );
}
