import type { WireError } from '@saleyard/contract/errors.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { ListingSaved, StartedLot } from '@saleyard/contract/selling.ts';
import { type ContentChange, changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { draftProblems, saleProblem } from '@saleyard/domain/listing/validation.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';
import { listingRefusal } from './listing-refusals.ts';
import { saleFactsOf } from './listing-sales.ts';
import { contentSent } from './sent-content.ts';
import { type Answered, type ListingEndpointParts, listingStarter } from './start-listing.ts';

/** The lots of a request as listings' contents; refused with every problem of every lot. */
function contentsSent(kind: KindType, lots: readonly StartedLot[]): readonly ContentChange[] | Refusal {
  const form = FORMS[kind];
  const contents: ContentChange[] = [];
  const errors: WireError[] = [];
  for (const [at, lot] of lots.entries()) {
    const content = contentSent(kind, lot);
    const refused = isRefusal(content)
      ? content
      : listingRefusal({
          code: 'invalid',
          problems: draftProblems(form, changed(emptyContent(form.countWeighed), content)),
        });
    for (const error of refused.errors) errors.push({ ...error, field: `lots[${at}].${error.field}` });
    if (!isRefusal(content)) contents.push(content);
  }
  return errors.length > 0 ? { status: 400, errors } : contents;
}

/** Starts many lots in one request: all of them are checked before the first one is started. */
export function manyListingsEndpoints(parts: ListingEndpointParts): Endpoint[] {
  const { seller, saleFor, begunBefore, overQuota, begin } = listingStarter(parts);
  return [
    endpoint(sellingOperations.startListings, async ({ viewer, params, body: { lots }, commandId }) => {
      const { auction } = params;
      const requests = lots.map((lot, at) => ({
        commandId: eventIdOf(commandId, at),
        asked: { auction, lot },
        lot,
      }));
      const done: Answered[] = [];
      // They are started one after the other, so those that a request before this one started come first.
      for (const request of requests) {
        const begun = await begunBefore(viewer, request);
        if (begun === null) break;
        if (isRefusal(begun)) return begun;
        done.push(begun);
      }
      if (done.length === lots.length) return answerOf(done);
      const over = await overQuota(viewer, lots.length - done.length);
      if (over !== null) return over;
      const account = await seller(viewer);
      if (isRefusal(account)) return account;
      const sale = await saleFor(account, auction);
      if (isRefusal(sale)) return sale;
      const facts = saleFactsOf(sale, account, parts.clock.now());
      const why = saleProblem(facts);
      if (why !== null) return refusal('sale-closed', { message: why });
      const contents = contentsSent(sale.kind, lots);
      if (isRefusal(contents)) return contents;
      const { _id: createdBy, status } = account;
      // One at a time: bids in between wait for one small append, never for a whole file.
      for (const [at, { commandId: each, asked }] of requests.entries()) {
        const changes = contents[at];
        if (at < done.length || changes === undefined) continue;
        const begun = await begin(account, {
          commandId: each,
          kind: sale.kind,
          asked,
          bodyOf: (given) => ({ type: 'start', sale: facts, createdBy, status, changes, ...given }),
        });
        if (isRefusal(begun)) return begun;
        done.push(begun);
      }
      return answerOf(done);
    }),
  ];
}

/** The position of the last lot: a read at it has all of them. */
function answerOf(done: readonly Answered[]): { data: { lots: ListingSaved[] }; position: number } {
  return {
    data: { lots: done.map(({ data }) => data) },
    position: Math.max(...done.map(({ position }) => position)),
  };
}
