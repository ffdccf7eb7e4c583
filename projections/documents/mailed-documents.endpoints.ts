import { contentOperations } from '@saleyard/contract/operations/content.ts';
import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { emailProblem } from '@saleyard/domain/account/credentials.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import sentDocumentMail from '@saleyard/mails/sent-document.mail.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { type Mailer, MailRefused, MailUnavailable } from '@saleyard/platform/mail/port.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MANUALS } from '../content/manuals.ts';
import { listingLetter } from '../listings/listing-letter.ts';
import { listingOfSale } from '../listings/listings.queries.ts';
import { type OpenTexts, vendorNames } from '../lots/own-texts.ts';
import { nameOf, type PersonOf } from '../staff/staff.endpoints.ts';
import type { Content, DocumentMaker, MadeDocument } from './document-maker.ts';

/** Documents that one account may send per window (in seconds). */
const SENT = { points: 10, duration: 60 * 60 };
/** Parts of a catalogue's full details that are attached; the others are linked. */
const PARTS_ATTACHED = 3;
/** `Retry-After` in ms for a mail that could not be sent. */
const RETRY_MS = 30_000;

/** The web page with a seller's submitted lots. */
const MY_SUBMITTED_PAGE = '/main/manage/my-submitted';
/** The web page with the manuals. */
const MANUALS_PAGE = '/main/tools/manuals';

const WRONG_EMAIL = 'Email is incorrect please check and enter again';
const MESSAGE = 'The e-mail was sent to {to}.';

export type MailParts = {
  documents: Documents;
  maker: DocumentMaker;
  mailer: Mailer;
  personOf: PersonOf;
  openTexts: OpenTexts;
  /** The web's public address. */
  siteOrigin: string;
};

type Recipient = { recipientName: string; recipientEmail: string };

/** A signed-in person sends documents to an e-mail address, a few an hour. */
export function mailedDocumentEndpoints({
  documents,
  maker,
  mailer,
  personOf,
  openTexts,
  siteOrigin,
}: MailParts): Endpoint[] {
  const limiter = new RateLimiterMemory({ keyPrefix: 'mailed-documents', ...SENT });

  const send = async (
    { viewer, commandId, body }: { viewer: Viewer; commandId: string; body: Recipient },
    what: string,
    make: () => Promise<
      { documents: readonly MadeDocument[]; path: string; more: readonly string[]; title?: string } | Refusal
    >,
  ) => {
    const to = body.recipientEmail.trim();
    if (emailProblem(to) !== null) {
      return refusal('invalid-request', { field: 'recipientEmail', message: WRONG_EMAIL });
    }
    const over = await rateLimited(limiter, viewer._id);
    if (over !== null) return over;
    const made = await make();
    if (isRefusal(made)) return made;
    const { documents, path, more, title = documents[0]?.title ?? '' } = made;
    const mail = sentDocumentMail({
      what,
      title,
      recipientName: body.recipientName,
      sender: await nameOf(personOf, viewer._id),
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

  return [
    endpoint(documentOperations.emailAuctionInfo, ({ params: { auction }, body, viewer, commandId }) => {
      const { docType, type } = body;
      const isResult = type === 'result';
      return send({ viewer, commandId, body }, isResult ? 'Results' : 'Catalogue', async () => {
        const made =
          docType === 'full' && !isResult
            ? await allDetails(auction, viewer)
            : await summaryOf(auction, viewer, type);
        if (isRefusal(made)) return made;
        return { ...made, path: `/print/auctions/${auction}/auction-summary` };
      });
    }),
    endpoint(documentOperations.emailMyResults, ({ body, viewer, commandId }) =>
      send({ viewer, commandId, body }, 'Auction results', async () => {
        const { recipientName: _, recipientEmail: __, ...wanted } = body;
        const made = await maker.ownResults(viewer._id, await nameOf(personOf, viewer._id), wanted);
        return isRefusal(made) ? made : { documents: [made], more: [], path: '/main/manage/my-results' };
      }),
    ),
    endpoint(documentOperations.emailLotInfo, ({ params: { lot }, body, viewer, commandId }) =>
      send({ viewer, commandId, body }, 'Lot', async () => {
        const made = await maker.lot(lot, viewer, { own: body.type === 'submitted' });
        return isRefusal(made)
          ? made
          : { documents: [made], more: [], path: `/print/lots/${lot}/full-details?mode=print` };
      }),
    ),
    endpoint(documentOperations.emailOwnLot, ({ params, body, viewer, commandId }) =>
      send({ viewer, commandId, body }, 'Lot', async () => {
        const own = await listingOfSale(documents, params.lot, viewer._id);
        if (own === undefined) return refusal('not-found');
        const [vendorName = ''] = await vendorNames(openTexts, [own.listing]);
        const { title, lines } = listingLetter(own, vendorName);
        return { documents: [], title, more: lines, path: MY_SUBMITTED_PAGE };
      }),
    ),
    endpoint(contentOperations.emailManual, ({ params, body, viewer, commandId }) => {
      const manual = MANUALS.find(({ _id }) => _id === params.manual);
      if (manual === undefined) return refusal('not-found');
      if (body.manualId !== manual._id) {
        return refusal('invalid-request', { field: 'manualId', message: 'Please name the manual once.' });
      }
      return send({ viewer, commandId, body: body.data }, 'Manual', async () => {
        const made = await maker.manual(manual);
        return isRefusal(made) ? made : { documents: [made], more: [], path: MANUALS_PAGE };
      });
    }),
  ];
}
