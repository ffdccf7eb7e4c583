import type { KeptMessage } from '@saleyard/contract/messages.ts';
import { messageOperations } from '@saleyard/contract/operations/messages.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { KeptMessage as Kept, Outbox } from '@saleyard/platform/outbox/outbox.ts';
import type { ContactLookup } from '../accounts/contact-lookup.ts';

/** Newest messages to one address that a demo shows. */
const DEMO_MESSAGES = 20;
/** Replaces a code or a link. */
const BLACKED_OUT = '•••••';

export type MessageEndpointParts = {
  outbox: Outbox;
  emails: Pick<ContactLookup, 'find'>;
  isDemo: boolean;
};

const shown = ({ secrets: _secrets, ...message }: Kept): KeptMessage => message;

/** A message without the codes and links that grant access to its recipient's account. */
function blackedOut({ secrets, ...message }: Kept): KeptMessage {
  const cleaned = (said: string): string =>
    secrets.reduce((text, secret) => text.replaceAll(secret, BLACKED_OUT), said);
  const { subject, text, html } = message;
  return {
    ...message,
    subject: subject === null ? null : cleaned(subject),
    text: cleaned(text),
    html: html === null ? null : cleaned(html),
  };
}

/** The outbox, for staff, and in a demo for everyone. */
export function messageEndpoints({ outbox, emails, isDemo }: MessageEndpointParts): Endpoint[] {
  const fileOf = async (asked: { message: string; place: string }, account?: string) => {
    const place = /^\d$/.test(asked.place) ? Number(asked.place) : -1;
    const file = await outbox.file(asked.message, place, account);
    return file === null ? refusal('not-found') : { data: { ...file, isShown: false } };
  };
  return [
    endpoint(messageOperations.outbox, async ({ query: { account, page, limit } }) => {
      const { messages, total } = await outbox.read({ ...(account && { account }), page, limit });
      return { data: { messages: messages.map(blackedOut) }, paging: { page, limit, total } };
    }),
    endpoint(messageOperations.demoOutbox, async ({ query: { email } }) => {
      if (!isDemo) return refusal('not-found');
      const account = await emails.find(email);
      if (account === undefined) return { data: { messages: [] } };
      const { messages } = await outbox.read({ account, page: 1, limit: DEMO_MESSAGES });
      return { data: { messages: messages.map(shown) } };
    }),
    endpoint(messageOperations.outboxFile, ({ params }) => fileOf(params)),
    endpoint(messageOperations.demoOutboxFile, async ({ params, query: { email } }) => {
      const account = isDemo ? await emails.find(email) : undefined;
      return account === undefined ? refusal('not-found') : fileOf(params, account);
    }),
  ];
}
