import { secondFactorOperations } from '@saleyard/contract/operations/second-factor.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { Button } from '@/ui/button.tsx';
import { Grid, Row } from '@/ui/layout.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { TitledPanel } from '@/ui/titled-panel.tsx';
import classes from './profile.module.css';

const passkeysQuery = queryOptions({
  queryKey: ['users', 'me', 'passkeys'],
  queryFn: async ({ signal }) => (await call(secondFactorOperations.secondFactor, { signal })).passkeys,
});

/** Characters of a passkey's name at most. */
const NAME_MOST = 30;

const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Adds one. What the person cancelled is no failure. */
async function add(name: string): Promise<void> {
  const passkeys = await import('@/features/account/passkeys.ts');
  try {
    await passkeys.addPasskey(name);
  } catch (error) {
    if (!passkeys.isCancelled(error)) throw error;
  }
}

const failureOf = (error: unknown): string =>
  error instanceof ApiError
    ? errorTextOf(error).message
    : 'This passkey could not be added. It may be there already.';

/** Passkeys of the person: those there are, one more, and removing one. */
export function Passkeys() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const changed = () => client.invalidateQueries(passkeysQuery);
  const adding = useMutation({ mutationFn: add, onSuccess: changed });
  const removing = useMutation({
    mutationFn: (passkey: string) => call(secondFactorOperations.removePasskey, { params: { passkey } }),
    onSuccess: changed,
  });
  const { field, submit } = useSmallForm({
    initial: { name: '' },
    checks: { name: (name) => (name.trim() === '' ? 'Please Enter Name' : null) },
    onSubmit: ({ name }) => !adding.isPending && adding.mutate(name.trim()),
  });
  return (
    <TitledPanel title="Passkeys">
      <p className="sy-dim">
        A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password.
      </p>
      {data === undefined ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading your passkeys…" />
        )
      ) : (
        <Grid as="ul" single gap="sm" mb="md">
          {data.map(({ _id, name, addedAt, usedAt }) => (
            <Row key={_id} as="li" justify="space-between" gap="sm" across="md" anywhere>
              <span>
                <strong>{name}</strong>, added {formatShortDateTime(addedAt)}
                {usedAt !== null && `, last used ${formatShortDateTime(usedAt)}`}
              </span>
              <Button
                variant="default"
                aria-label={`Remove ${name}`}
                loading={removing.isPending && removing.variables === _id}
                onClick={() => removing.mutate(_id)}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Grid>
      )}
      {removing.error && <p role="alert">{errorTextOf(removing.error).message}</p>}
      {hasPasskeys() ? (
        <form noValidate onSubmit={submit} className={classes.passkey}>
          <TextField
            label="Name of the new passkey"
            description="The device that keeps it, as you call it."
            most={NAME_MOST}
            {...field('name')}
          />
          <Button type="submit" variant="default" loading={adding.isPending}>
            Add a Passkey
          </Button>
          {adding.error && <p role="alert">{failureOf(adding.error)}</p>}
        </form>
      ) : (
        <p>This browser cannot use passkeys.</p>
      )}
    </TitledPanel>
  );
}
