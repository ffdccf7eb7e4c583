import { messageOperations } from '@saleyard/contract/operations/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useNeedsServer } from '@/lib/away.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';

/** Says to the office that a person waits for sales. */
export function RegisterInterest() {
  const me = useMe();
  const needsServer = useNeedsServer();
  const sending = useMutation({
    mutationFn: async () => {
      if (!me) throw new Error('nobody is signed in');
      const { numericId, firstName, lastName, email, phone } = me;
      return call(messageOperations.registerInterest, {
        body: { numericId, firstName, lastName, email, phone },
      });
    },
  });
  if (!me) return null;
  if (sending.data) return <p role="status">{sending.data.message}</p>;
  return (
    <>
      <Button loading={sending.isPending} onClick={() => sending.mutate()} {...needsServer}>
        REGISTER INTEREST
      </Button>
      {sending.error && <p role="alert">{errorTextOf(sending.error).message}</p>}
    </>
  );
}
