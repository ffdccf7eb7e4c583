import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { serverNow } from '@/lib/clock.ts';
import { meQuery } from '@/lib/session.ts';
import { TermsText, termsQuery } from '@/ui/agreements/agreements.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Row } from '@/ui/layout.tsx';
import { Failed, Loading, Page } from '@/ui/page.tsx';
import classes from './sign-up.module.css';

/** Accepts the terms in force, once they are read. */
function useAcceptance(me: Me) {
  const client = useQueryClient();
  const terms = useQuery(termsQuery);
  const accept = useMutation({
    mutationFn: (version: string) =>
      call(accountOperations.changeMe, {
        body: {
          user: {
            acceptedNewVersionTerms: true,
            acceptedNewVersionTermsOn: serverNow(),
            currentVersionAcceptedTo: version,
            olderVersionsAcceptedTo: [
              ...me.olderVersionsAcceptedTo,
              ...(me.currentVersionAcceptedTo === null ? [] : [me.currentVersionAcceptedTo]),
            ],
            status: me.status,
          },
        },
      }),
    onSuccess: ({ user }) => client.setQueryData(meQuery.queryKey, user),
  });
  return { terms, accept };
}

type Choice = { me: Me; onAccepted: () => void; onDenied: () => void };

/** The two answers. Nothing can be accepted before it is shown. */
function Answers({
  acceptance: { terms, accept },
  onAccepted,
  onDenied,
}: {
  acceptance: ReturnType<typeof useAcceptance>;
} & Omit<Choice, 'me'>) {
  const version = terms.data?.[0]?.version;
  return (
    <>
      {accept.error && <p role="alert">{errorTextOf(accept.error).message}</p>}
      <Button variant="default" onClick={onDenied}>
        Deny
      </Button>
      <Button
        disabled={version === undefined}
        loading={accept.isPending}
        onClick={() => version !== undefined && accept.mutate(version, { onSuccess: onAccepted })}
      >
        Accept
      </Button>
    </>
  );
}

function Terms({
  acceptance: { terms },
  heading,
}: {
  acceptance: ReturnType<typeof useAcceptance>;
  heading: 'h2' | 'h3';
}) {
  if (terms.data) return <TermsText terms={terms.data} heading={heading} />;
  if (terms.error) return <Failed error={terms.error} onRetry={() => void terms.refetch()} />;
  return <Loading label="Loading terms…" />;
}

/** Terms that are newer than those this person accepted: nothing else can be done before an answer. */
export function TermsUpdate({ me, onDenied }: Omit<Choice, 'onAccepted'>) {
  const acceptance = useAcceptance(me);
  return (
    <Dialog
      title="Our Terms & Conditions were updated"
      // Only an answer closes it.
      onClose={() => {}}
      actions={<Answers acceptance={acceptance} onAccepted={() => {}} onDenied={onDenied} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by keyboard. */}
      <section className={classes.terms} tabIndex={0} aria-label="Terms & Conditions">
        <Terms acceptance={acceptance} heading="h3" />
      </section>
    </Dialog>
  );
}

/** The terms, with both answers. */
export function TermsAcceptScreen(choice: Choice) {
  const acceptance = useAcceptance(choice.me);
  return (
    <Page title="Terms & Conditions">
      <Terms acceptance={acceptance} heading="h2" />
      <Row mt="lg">
        <Answers acceptance={acceptance} {...choice} />
      </Row>
    </Page>
  );
}
