import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { emailProblem, mailboxOf } from '@saleyard/domain/account/credentials.ts';
import { mailableName, mailNameProblem } from '@saleyard/domain/fields/mail-names.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import sentDocumentMail from '@saleyard/mails/sent-document.mail.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { type Mailer, MailRefused, MailUnavailable } from '@saleyard/platform/mail/port.ts';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MANUALS, readManual } from '../content/manuals.ts';
import { listingLetter } from '../listings/listing-letter.ts';
import { listingOfSale } from '../listings/listings.queries.ts';
import { type OpenTexts, vendorNames } from '../lots/own-texts.ts';
import { nameOf, type PersonOf } from '../staff/staff.endpoints.ts';
import type { Content, DocumentMaker, MadeDocument } from './document-maker.ts';

/** Seconds of the window of the limits below. */
const duration = 60 * 60;
/** Documents per window that one account may send, that may be sent from one network address, and to one recipient. */
const BY_ACCOUNT = { points: 10, duration };
const BY_ADDRESS = { points: 60, duration };
const TO_RECIPIENT = { points: 20, duration };
/** Parts of a catalogue's full details that are attached; the others are linked. */
const PARTS_ATTACHED = 3;
/** `Retry-After` in ms for a mail that could not be sent. */
const RETRY_MS = 30_000;

/** The web page with a seller's submitted lots. */
const MY_SUBMITTED_PAGE = '/main/manage/my-submitted';
/** The web page with the manuals. */
const MANUALS_PAGE = '/main/tools/manuals';

const WRONG_EMAIL = 'Email is incorrect please check and enter again';
const SOMEBODY = 'A user of Saleyard';
const MESSAGE = 'The e-mail was sent to {to}.';

/** The sender of e-mails: the person's own address, and whether it is confirmed; null when the person was forgotten. */
export type SenderOf = (account: string) => Promise<{ email: string; isEmailConfirmed: boolean } | null>;

export type MailParts = {
  documents: Documents;
  maker: DocumentMaker;
  mailer: Mailer;
  personOf: PersonOf;
  senderOf: SenderOf;
  openTexts: OpenTexts;
  /** The web's public address. */
  siteOrigin: string;
};

/** A request to send something to somebody. */
type Sending = { request: Request; viewer: Viewer; commandId: string; body: Recipient };
type Recipient = { recipientName: string; recipientEmail: string };

/**
 * A signed-in person whose own address is confirmed sends documents to an e-mail address, a few an hour.
 */
export function mailedDocumentEndpoints({
  documents,
  maker,
  mailer,
  personOf,
  senderOf,
  openTexts,
  siteOrigin,
}: MailParts): Endpoint[] {
  const byAccount = new RateLimiterMemory({ keyPrefix: 'mailed-by', ...BY_ACCOUNT });
  const byAddress = new RateLimiterMemory({ keyPrefix: 'mailed-from', ...BY_ADDRESS });
  const toRecipient = new RateLimiterMemory({ keyPrefix: 'mailed-to', ...TO_RECIPIENT });

  const senderNameOf = async (viewer: Viewer): Promise<string> =>
    mailableName(await nameOf(personOf, viewer._id));

  /** Whether this is the person's own confirmed address. */
  const isToSelf = async (viewer: Viewer, to: string): Promise<boolean> => {
    const sender = await senderOf(viewer._id);
    return sender?.isEmailConfirmed === true && sender.email.toLowerCase() === to.trim().toLowerCase();
  };

  /** Why this person may not send to this recipient (now); null: they may. */
  const sendRefusal = async ({ request, viewer, body }: Sending, to: string): Promise<Refusal | null> => {
    if (emailProblem(to) !== null) {
      return refusal('invalid-request', { field: 'recipientEmail', message: WRONG_EMAIL });
    }
    const notName = mailNameProblem(body.recipientName);
    if (notName !== null) return refusal('invalid-request', { field: 'recipientName', message: notName });
    const sender = await senderOf(viewer._id);
    // Not to that address either: it may be somebody else's.
    if (!sender?.isEmailConfirmed) return refusal('email-unconfirmed');
    return (
      (await rateLimited(byAccount, viewer._id)) ??
      (await rateLimited(byAddress, ipKeyGenerator(request.ip ?? 'unknown'))) ??
      (await rateLimited(toRecipient, mailboxOf(to)))
    );
  };

  const send = async (
    sending: Sending,
    what: string,
    make: () => Promise<
      { documents: readonly MadeDocument[]; path: string; more: readonly string[]; title?: string } | Refusal
    >,
  ) => {
    const { viewer, commandId, body } = sending;
    const to = body.recipientEmail.trim();
    const refused = await sendRefusal(sending, to);
    if (refused !== null) return refused;
    const made = await make();
    if (isRefusal(made)) return made;
    const { documents, path, more, title = documents[0]?.title ?? '' } = made;
    const mail = sentDocumentMail({
      what,
      title,
      recipientName: body.recipientName.trim(),
      sender: await senderNameOf(viewer),
      hasAttachment: documents.length > 0,
      more,
      url: `${siteOrigin}${path}`,
    });
    try {
      await mailer.send({
        id: eventIdOf(`document:${viewer._id}:${commandId}`, 0),
        account: viewer._id,
        to,
        ...mail,
        attachments: documents.map(({ name, type, bytes }) => ({ name, type, bytes })),
      });
    } catch (error) {
      if (error instanceof MailRefused) {
        return refusal('invalid-request', { field: 'recipientEmail', message: WRONG_EMAIL });
      }
      if (!(error instanceof MailUnavailable)) throw error;
      return refusal('unavailable', { retryAfterMs: RETRY_MS });
    }
    return { data: { message: MESSAGE.replace('{to}', () => to) } };
  };

  /** The first parts of a catalogue's full details, and links to the others. */
  const allDetails = async (sale: string, viewer: Viewer) => {
    const documents: MadeDocument[] = [];
    let steps = 1;
    for (let step = 1; step <= Math.min(steps, PARTS_ATTACHED); step += 1) {
      const made = await maker.details(sale, viewer, step);
      if (isRefusal(made)) return made;
      steps = made.steps;
      documents.push(made);
    }
    const rest = steps - documents.length;
    const more =
      rest === 0
        ? []
        : [
            `The catalogue has ${steps} parts. The first ${documents.length} are attached; the others are on Saleyard.`,
          ];
    return { documents, more };
  };

  const summaryOf = async (sale: string, viewer: Viewer, content: Content) => {
    const made = await maker.summary(sale, viewer, { content });
    return isRefusal(made) ? made : { documents: [made], more: [] };
  };

  /** The sender's own lot as text. */
  const ownLetter = async (lot: string, { viewer, body }: Sending) => {
    const own = await listingOfSale(documents, lot, viewer._id);
    if (own === undefined) return refusal('not-found');
    const [vendorName = ''] = await vendorNames(openTexts, [own.listing]);
    // Staff have read an approved lot; before that, its texts could be any message to anybody.
    const hasTyped = own.listing.phase === 'approved' || (await isToSelf(viewer, body.recipientEmail));
    const { title, lines } = listingLetter(own, vendorName, { hasTyped });
    return { documents: [], title, more: lines, path: MY_SUBMITTED_PAGE };
  };

  return [
    endpoint(documentOperations.emailAuctionInfo, ({ params: { auction }, ...sending }) => {
      const { body, viewer } = sending;
      const { docType, type } = body;
      const isResult = type === 'result';
      return send(sending, isResult ? 'Results' : 'Catalogue', async () => {
        const made =
          docType === 'full' && !isResult
            ? await allDetails(auction, viewer)
            : await summaryOf(auction, viewer, type);
        if (isRefusal(made)) return made;
        return { ...made, path: `/print/auctions/${auction}/auction-summary` };
      });
    }),
    endpoint(documentOperations.emailMyResults, (sending) =>
      send(sending, 'Auction results', async () => {
        const { body, viewer } = sending;
        const { recipientName: _, recipientEmail: __, ...wanted } = body;
        const made = await maker.ownResults(viewer, (await senderNameOf(viewer)) || SOMEBODY, wanted);
        return isRefusal(made) ? made : { documents: [made], more: [], path: '/main/manage/my-results' };
      }),
    ),
    endpoint(documentOperations.emailLotInfo, ({ params: { lot }, ...sending }) =>
      send(sending, 'Lot', async () => {
        const { body, viewer } = sending;
        const own = body.type === 'submitted';
        const made = await maker.lot(lot, viewer, { own });
        if (!isRefusal(made)) return { documents: [made], more: [], path: made.path };
        // A submitted lot may be in no catalogue yet.
        return own && made.status === 404 ? ownLetter(lot, sending) : made;
      }),
    ),
    endpoint(documentOperations.emailOwnLot, ({ params: { lot }, ...sending }) =>
      send(sending, 'Lot', () => ownLetter(lot, sending)),
    ),
    endpoint(contentOperations.emailManual, ({ params, body, ...sending }) => {
      const manual = MANUALS.find(({ _id }) => _id === params.manual);
      if (manual === undefined) return refusal('not-found');
      if (body.manualId !== manual._id) {
        return refusal('invalid-request', { field: 'manualId', message: 'Please name the manual once.' });
      }
      return send({ ...sending, body: body.data }, 'Manual', async () => {
        const made = await maker.manual(await readManual(documents, manual));
        return isRefusal(made) ? made : { documents: [made], more: [], path: MANUALS_PAGE };
      });
    }),
  ];
}
