import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { SALE_LIMITS } from '@saleyard/domain/auction/scheduling.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ICON_SIZES, IconMail } from '@/config/icons.ts';
import { call } from '@/lib/api-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Failed, Loading } from '@/ui/page.tsx';
import { TextField, useSmallForm } from '@/ui/text-field.tsx';
import { useOrders } from './orders.tsx';

type Sale = Pick<StaffAuction, '_id' | 'state' | 'cancelled' | 'notification'>;

/** Where it appears besides the e-mails. */
function placeText({ state, cancelled, notification }: Sale): string {
  if (state === 'closed' || cancelled) return 'The sale is over, so it appears in no room.';
  const instead = notification === null ? '' : ' It takes the place of the present announcement.';
  return `It is also announced in the live room and the catalogue.${instead}`;
}

/** A dialog for the text, then for a confirmation with the number of people. */
function MessageEveryoneDialog({
  sale,
  isPending,
  onSend,
  onClose,
}: {
  sale: Sale;
  isPending: boolean;
  onSend: (text: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [text, setText] = useState<string | null>(null);
  const readers = useQuery({
    queryKey: ['staff', 'auctions', sale._id, 'message-readers'],
    queryFn: ({ signal }) => call(staffOperations.messageReaders, { params: { id: sale._id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { field, submit } = useSmallForm({
    initial: { text: '' },
    checks: { text: (typed) => (typed.trim() === '' ? 'Please Enter a text' : null) },
    onSubmit: (typed) => setText(typed.text.trim()),
  });
  const people = readers.data?.people;
  const counted = people === undefined ? null : countOf(people, 'person', 'people');
  return (
    <Dialog
      title="Message everyone of this sale"
      onClose={onClose}
      actions={
        text === null ? (
          <>
            <Button variant="default" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" form={formId}>
              Continue
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={() => setText(null)}>
              Change the text
            </Button>
            <Button loading={isPending} disabled={counted === null} onClick={() => onSend(text)}>
              {counted === null ? 'Send' : `Send to ${counted}`}
            </Button>
          </>
        )
      }
    >
      {readers.error && <Failed error={readers.error} onRetry={() => void readers.refetch()} />}
      {counted === null && !readers.error && <Loading label="Counting the people…" />}
      {counted !== null && (
        <p>
          {`${counted} ${people === 1 ? 'gets' : 'get'} an e-mail: those who sell, bid, set an auto-bid or watch a lot in this sale.`}{' '}
          {placeText(sale)}
        </p>
      )}
      {text === null ? (
        <form id={formId} onSubmit={submit} noValidate>
          <TextField label="Text" most={SALE_LIMITS.announcement} {...field('text')} />
        </form>
      ) : (
        <>
          <blockquote>{text}</blockquote>
          <p className="sy-dim">
            It is sent once, cannot be called back, and is kept with the sale’s record. A sale has at most{' '}
            {SALE_LIMITS.messages} of them.
          </p>
        </>
      )}
    </Dialog>
  );
}

/** A message to everybody who takes part in a sale: by e-mail, and in its room. */
export function MessageEveryoneButton({ sale }: { sale: Sale }) {
  const [isAsking, setAsking] = useState(false);
  const { give, isPending, refusal } = useOrders(sale._id);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={ICON_SIZES.sm} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Message everyone
      </Button>
      {isAsking && (
        <MessageEveryoneDialog
          sale={sale}
          isPending={isPending}
          onClose={close}
          onSend={(text) =>
            give({ type: 'messageEveryone', text }, { done: 'The message is on its way', onDone: close })
          }
        />
      )}
      {refusal}
    </>
  );
}
