import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import type { TermsCategory } from '@saleyard/contract/reference.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { call } from '@/lib/api-client.ts';
import { untilLoaded } from '@/lib/query-client.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { fieldId } from '@/ui/form/fields.tsx';
import { Grid, Text } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { Prose } from '@/ui/prose.tsx';
import classes from './agreements.module.css';
import { PrivacyPolicy } from './privacy-policy.tsx';

/** The terms in force, by category. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async ({ signal }) => (await call(referenceOperations.terms, { signal })).terms,
  staleTime: 600_000,
  refetchInterval: untilLoaded,
});

/** Terms, category by category. `heading`: the level of their headings, one below that of what they are in. */
export function TermsText({
  terms,
  heading: Heading = 'h3',
}: {
  terms: readonly TermsCategory[];
  heading?: 'h2' | 'h3';
}) {
  return (
    <Grid single gap="sm" className={classes.sections}>
      {terms.map(({ categoryName, content, html }) => (
        <section key={categoryName}>
          <Heading>{categoryName}</Heading>
          <Prose html={html} text={content} />
        </section>
      ))}
    </Grid>
  );
}

/** The terms as they are read from the server. */
export function CurrentTerms({ heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const { data, error, refetch } = useQuery(termsQuery);
  if (data) return <TermsText terms={data} heading={heading} />;
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading label="Loading terms…" />;
}

function Overlay({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Back to Form</Button>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by keyboard. */}
      <section className={classes.text} tabIndex={0} aria-label={title}>
        {children}
      </section>
    </Dialog>
  );
}

const TERMS = 'Terms & Conditions';
const PRIVACY = 'Privacy Policy';

/**
 * The agreement of a form: both texts open over it, and its box can be ticked only after both were opened. `name`: the
 * field of the answer.
 */
export function AgreementField({ name }: { name: string }) {
  const { field, fieldState } = useController({ name });
  const [open, setOpen] = useState<typeof TERMS | typeof PRIVACY | null>(null);
  const [read, setRead] = useState<readonly string[]>([]);
  const show = (title: typeof TERMS | typeof PRIVACY) => {
    setOpen(title);
    setRead((known) => [...new Set([...known, title])]);
  };
  const isRead = read.length === 2;
  return (
    <Grid single gap="sm">
      <Text>
        Please open and read the{' '}
        <button type="button" className="sy-link" onClick={() => show(TERMS)}>
          {TERMS}
        </button>{' '}
        and the{' '}
        <button type="button" className="sy-link" onClick={() => show(PRIVACY)}>
          {PRIVACY}
        </button>
        .
      </Text>
      <Checkbox
        ref={field.ref}
        id={fieldId(name)}
        name={name}
        label={`I accept the ${TERMS} and the ${PRIVACY}`}
        description={isRead ? undefined : 'Open both first.'}
        disabled={!isRead}
        checked={field.value === true}
        onBlur={field.onBlur}
        onChange={field.onChange}
        error={fieldState.error?.message}
      />
      {open === TERMS && (
        <Overlay title={TERMS} onClose={() => setOpen(null)}>
          <CurrentTerms />
        </Overlay>
      )}
      {open === PRIVACY && (
        <Overlay title={PRIVACY} onClose={() => setOpen(null)}>
          <PrivacyPolicy />
        </Overlay>
      )}
    </Grid>
  );
}
