import { CREDENTIALS } from '@saleyard/domain/account/credentials.ts';

import * as Type from 'typebox';
import { CSV, PDF } from '../documents.ts';
import { KeptMessage } from '../messages.ts';
import { operations } from '../operation.ts';
import { Id, list, Page, pageSize, strictObject, text } from '../schema.ts';

/** Messages of a page of the outbox when its query names no size. */
const OUTBOX_PAGE = 50;

const Messages = strictObject({ messages: list(KeptMessage) });

export const messageOperations = operations({
  registerInterest: {
    side: 'command-api',
    method: 'post',
    path: '/api/v1/register-interest',
    summary: 'Inform the office that I am waiting for sales',
    more: 'The office gets an e-mail with the message. A few an hour for each account, whose own e-mail address must be confirmed.',
    who: 'signed-in',
    body: strictObject({
      numericId: Type.Integer(),
      firstName: text(60),
      lastName: text(60),
      email: text(CREDENTIALS.email.most),
      phone: text(20),
    }),
    answer: strictObject({ message: Type.String({ description: 'what the page shows' }) }),
    errors: ['email-unconfirmed', 'rate-limited', 'unavailable'],
  },
  outbox: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/outbox',
    summary: 'Kept e-mails and text messages',
    more: 'Messages are kept if no mail server or SMS service is configured, the newest first. Codes and links that open an account are blacked out, because only the recipient may use them. For administrators: messages name addresses and phone numbers, which auditors do not see.',
    who: 'admin',
    query: strictObject({ account: Type.Optional(Id), page: Page, limit: pageSize(OUTBOX_PAGE) }),
    paged: true,
    answer: Messages,
    errors: ['unavailable'],
  },
  outboxFile: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/staff/outbox/{message}/files/{place}',
    summary: 'An attachment of a kept e-mail, by its index from 0',
    who: 'admin',
    download: [PDF, CSV],
    errors: ['not-found', 'unavailable'],
  },
  demoOutbox: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/demo/outbox',
    summary: 'In a demo: the newest e-mails to an address',
    more: 'Lets people try a demo without a mail server: it returns the kept messages for this address, codes and links included. Outside a demo it answers 404.',
    who: 'anyone',
    query: strictObject({ email: text(CREDENTIALS.email.most, CREDENTIALS.email.least) }),
    answer: Messages,
    errors: ['not-found', 'unavailable'],
  },
  demoOutboxFile: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/demo/outbox/{message}/files/{place}',
    summary: 'In a demo: an attachment of an e-mail to an address',
    who: 'anyone',
    query: strictObject({ email: text(CREDENTIALS.email.most, CREDENTIALS.email.least) }),
    download: [PDF, CSV],
    errors: ['not-found', 'unavailable'],
  },
});
