import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import { isAgent } from '@saleyard/domain/account/profile.ts';
import type { SourceListing } from '@saleyard/domain/listing/commands.ts';
import { type ContentChange, changed } from '@saleyard/domain/listing/content.ts';
import { movedTo } from '@saleyard/domain/listing/decide.ts';
import { ownName, ownPrices } from '@saleyard/domain/listing/price-names.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { saleProblem } from '@saleyard/domain/listing/validation.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Actor } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId } from '@saleyard/platform/ids/ids.ts';
import { openPerson, personalDigest } from '../accounts/personal-data.ts';
import { loadAggregate, loadForCommand } from '../handle-command.ts';
import { listingRefusal, reofferRefusalOf, sameFiles, unchangedSince } from './listing-refusals.ts';
import { daysOf, type ListingSale, saleFactsOf } from './listing-sales.ts';
import { deleteDropped } from './lot-files.ts';
import { amendRefusalOf, autoBidsOn, lotEnd, WITHDRAWN_BY_SELLER } from './lot-in-sale.ts';
import { deleteDroppedMedia, deleteLotMedia } from './lot-media.ts';
import type { ListingCommand } from './personal-fields.ts';
import { changesOf, contentSent } from './sent-content.ts';
import {
  type Answered,
  answered,
  type Found,
  foundListing,
  type ListingEndpointParts,
  listingAfter,
  listingStarter,
  runListing,
} from './start-listing.ts';

/** A command for a listing, and what to do once it is executed. */
type Acting = Pick<ListingCommand, 'body' | 'guard'> & { afterwards?: () => Promise<void> };

/** Refuses a listing in a section that its sale does not have, or no longer has; null: it has it. */
function sectionRefusal({ tabs }: ListingSale, { content }: Listing): Refusal | null {
  const section = content.details['allocatedSection'];
  if (tabs === null || section === undefined || tabs.includes(String(section))) return null;
  const message = `Section must be one of the sale's sections: ${tabs.join(', ')}`;
  return refusal('invalid-request', { field: 'allocatedSection', message });
}

/** Sellers' operations on their own listings, and staff's on submitted ones. */
export function listingEndpoints(parts: ListingEndpointParts): Endpoint[] {
  const { clock, secrets, saleOf } = parts;

  const { seller, saleFor, newListing, begunBefore, overQuota, begin } = listingStarter(parts);
  const found = (id: string, owner?: string) => foundListing(parts, id, owner);

  const run = async (command: ListingCommand): Promise<Answered | Refusal> =>
    answered(command.id, await runListing(parts, command));

  /**
   * Runs a command for an existing listing. `owner`: who must own it; omitted: anyone. `asked`: the request.
   * `actingOn`: the command for the current listing, or why there is none. A recorded command returns its answer
   * without calling it, since the listing, the account and the sale may have changed since.
   */
  const act = async (
    command: { id: string; owner?: string; commandId: string; actor: Actor; asked: object },
    actingOn: (found: Found) => Acting | Refusal | Promise<Acting | Refusal>,
  ): Promise<Answered | Refusal> => {
    const { id, owner, commandId, actor, asked } = command;
    const { loaded, answerTo } = await loadForCommand(parts, STREAMS.listing, { id, commandId });
    const { state, revision, position } = loaded;
    if (state === null || (owner !== undefined && state.createdBy !== owner)) return refusal('not-found');
    const { createdBy: account, kind, content } = state;
    const recorded = answerTo(await personalDigest(secrets, account, asked));
    if (recorded !== null) return answered(id, listingAfter(recorded));
    if (state.phase === 'deleted') return refusal('not-found');
    const acting = await actingOn({ state, revision, position });
    if (isRefusal(acting)) return acting;
    const { afterwards, ...given } = acting;
    const answer = await run({ id, account, kind, content, commandId, actor, asked, ...given });
    if (!isRefusal(answer)) await afterwards?.();
    return answer;
  };

  /** Runs a command of the seller for a listing. */
  const actAsOwner = (
    { viewer, id, ...command }: { viewer: Viewer; id: string; commandId: string; asked: object },
    actingOn: Parameters<typeof act>[1],
  ) => act({ id, owner: viewer._id, actor: userActor(viewer), ...command }, actingOn);

  /** Deletes the files that a save removed. */
  const dropFiles = async (lot: string, before: Listing, changes: ContentChange) => {
    const { media, documents = before.content.documents, usefulLinks = before.content.usefulLinks } = changes;
    await deleteDropped(parts, before, { documents, usefulLinks });
    if (media) await deleteDroppedMedia(parts, lot, before, media);
  };

  /** Submits a seller's own draft for approval. */
  const submit = (
    viewer: Viewer,
    { id, commandId, revision }: { id: string; commandId: string; revision: number | undefined },
  ) => {
    return actAsOwner({ viewer, id, commandId, asked: { submitted: id, revision } }, async ({ state }) => {
      const account = await seller(viewer);
      if (isRefusal(account)) return account;
      const sale = await saleFor(account, state.auction);
      if (isRefusal(sale)) return sale;
      const missing = sectionRefusal(sale, state);
      if (missing !== null) return missing;
      const now = clock.now();
      const facts = { sale: saleFactsOf(sale, account, now), days: daysOf(sale, now) };
      const person = await openPerson(secrets, account._id, account.personal);
      const settings = person === null ? {} : { byAgent: isAgent(person) };
      return { body: { type: 'submit', ...facts, settings }, guard: unchangedSince(revision) };
    });
  };

  const sellerEndpoints = [
    endpoint(sellingOperations.startListing, async ({ viewer, params, body: { lot }, commandId }) => {
      const asked = { auction: params.auction, lot };
      const begun = (await begunBefore(viewer, { commandId, asked })) ?? (await overQuota(viewer));
      if (begun !== null) return begun;
      const account = await seller(viewer);
      if (isRefusal(account)) return account;
      const sale = await saleFor(account, params.auction);
      if (isRefusal(sale)) return sale;
      const facts = saleFactsOf(sale, account, clock.now());
      const why = saleProblem(facts);
      if (why !== null) return refusal('sale-closed', { message: why });
      const { _id: createdBy, status } = account;
      const changes = contentSent(sale.kind, lot);
      if (isRefusal(changes)) return changes;
      return begin(account, {
        commandId,
        kind: sale.kind,
        asked,
        bodyOf: (given) => ({ type: 'start', sale: facts, createdBy, status, changes, ...given }),
      });
    }),
    endpoint(
      sellingOperations.saveListing,
      async ({ viewer, params: { auction, lot }, query, body, commandId }) => {
        const { emailToVendor } = query;
        const { commandId: _, ...sent } = body;
        const asked = { saved: auction, emailToVendor, ...sent };
        const saved = await actAsOwner({ viewer, id: lot, commandId, asked }, async (found) => {
          const { state } = found;
          const unchanged = unchangedSince(body.revision);
          // Before the files that it names: some of them may have been removed elsewhere.
          const changedElsewhere = unchanged({ ...found, lastAt: 0 });
          if (changedElsewhere !== null) return listingRefusal(changedElsewhere);
          const said = await changesOf(secrets, state, body);
          if (isRefusal(said)) return said;
          const changes = { ...said, ...(emailToVendor !== undefined && { emailToVendor }) };
          const account = await seller(viewer);
          if (isRefusal(account)) return account;
          const sale = await saleFor(account, auction);
          if (isRefusal(sale)) return sale;
          let edit: Acting['body'] = { type: 'edit', by: 'seller', changes };
          if (sale._id !== state.auction) {
            const now = clock.now();
            const facts = saleFactsOf(sale, account, now);
            const why = saleProblem(facts);
            if (why !== null) return refusal('sale-closed', { message: why });
            const { live } = daysOf(sale, now);
            const stale = live === null ? {} : movedTo(changed(state.content, changes), state.kind, live);
            const moved = { ...changes, details: { ...changes.details, ...stale.details } };
            edit = { ...edit, changes: moved, sale: facts };
          }
          const afterwards = () => dropFiles(lot, state, changes);
          const { media, documents, usefulLinks } = changes;
          const isOfFiles = (media ?? documents ?? usefulLinks) !== undefined;
          const guard = isOfFiles ? sameFiles(state, body.revision) : unchanged;
          return { body: edit, guard, afterwards };
        });
        if (isRefusal(saved) || body.lot.draft !== false) return saved;
        return submit(viewer, { id: lot, commandId: eventIdOf(commandId, 1), revision: undefined });
      },
    ),
    endpoint(sellingOperations.submitListing, ({ viewer, params: { lot: id }, body, commandId }) =>
      submit(viewer, { id, commandId, revision: body.revision }),
    ),
    endpoint(sellingOperations.recallListing, ({ viewer, params: { lot: id }, commandId }) =>
      actAsOwner({ viewer, id, commandId, asked: { recalled: id } }, () => ({ body: { type: 'recall' } })),
    ),
    endpoint(sellingOperations.withdrawListing, ({ viewer, params: { lot: id }, body, commandId }) => {
      const reason = body.reason?.trim() || WITHDRAWN_BY_SELLER;
      return actAsOwner({ viewer, id, commandId, asked: { withdrawn: reason } }, async ({ state }) => {
        const sale = await saleOf(state.auction);
        // Only staff may withdraw a lot that is open for bids.
        if (state.phase === 'approved' && sale?.state !== 'future') return refusal('too-late');
        return { body: { type: 'withdraw', by: 'seller', reason } };
      });
    }),
    endpoint(sellingOperations.deleteListing, ({ viewer, params: { lot: id }, commandId }) =>
      actAsOwner({ viewer, id, commandId, asked: { deleted: id } }, ({ state }) => ({
        body: { type: 'delete' },
        async afterwards() {
          await deleteDropped(parts, state, null);
          await deleteLotMedia(parts, state.createdBy, id);
        },
      })),
    ),
    endpoint(sellingOperations.copyListing, async ({ viewer, params, commandId }) => {
      const asked = { copied: params.lot, auction: params.auction };
      const begun = (await begunBefore(viewer, { commandId, asked })) ?? (await overQuota(viewer));
      if (begun !== null) return begun;
      const own = await found(params.lot, viewer._id);
      if (isRefusal(own)) return own;
      const account = await seller(viewer);
      if (isRefusal(account)) return account;
      const sale = await saleFor(account, params.auction);
      if (isRefusal(sale)) return sale;
      const { kind, createdBy, content, phase, reofferedAs } = own.state;
      const from: SourceListing = {
        listing: params.lot,
        revision: own.revision,
        kind,
        createdBy,
        content,
        phase,
        reofferedAs,
        result: null,
        closedAt: null,
      };
      // A lot that can't be copied uses up no number.
      if (phase !== 'withdrawn') return refusal('not-withdrawn');
      if (kind !== sale.kind) return refusal('other-kind');
      const { status } = account;
      const facts = saleFactsOf(sale, account, clock.now());
      const why = saleProblem(facts);
      if (why !== null) return refusal('sale-closed', { message: why });
      return begin(account, {
        commandId,
        kind,
        asked,
        bodyOf: (given) => ({ type: 'copy', from, sale: facts, createdBy, status, ...given }),
      });
    }),
    endpoint(sellingOperations.reofferListing, async ({ viewer, params, body, commandId }) => {
      const asked = { reoffered: params.lot, auction: params.auction, lot: body.lot };
      const begun = await begunBefore(viewer, { commandId, asked });
      if (begun !== null) return begun;
      const own = await found(params.lot, viewer._id);
      if (isRefusal(own)) return own;
      const account = await seller(viewer);
      if (isRefusal(account)) return account;
      const sale = await saleFor(account, params.auction);
      if (isRefusal(sale)) return sale;
      const { kind, auction, reofferedAs } = own.state;
      const actor = userActor(viewer);
      const prices = ownPrices(body.lot);
      const now = clock.now();
      const end = await lotEnd(parts, auction, params.lot);
      const earlier =
        reofferedAs === null ? null : (await loadAggregate(parts, STREAMS.listing, reofferedAs)).state;
      const facts = {
        ...end,
        sale: saleFactsOf(sale, account, now),
        changes: prices,
        days: daysOf(sale, now),
        earlier: earlier?.phase ?? null,
      };
      const given = await newListing(account, {
        commandId,
        kind,
        asked,
        idOf() {
          // An earlier request assigned this id but did not create the listing; it is created now.
          const as = reofferedAs !== null && earlier === null ? reofferedAs : newId();
          const offer = { type: 'offerAgain', as, ...facts } as const;
          const decision = STREAMS.listing.decider.decide(own.state, { at: now, body: offer });
          return decision.outcome === 'refused' ? reofferRefusalOf(decision) : as;
        },
      });
      if (isRefusal(given)) return given;
      const { listing: as, searchNumericId } = given;
      const offerAgain: ListingCommand = {
        id: params.lot,
        account: viewer._id,
        kind,
        actor,
        asked,
        commandId: eventIdOf(commandId, 1),
        body: { type: 'offerAgain', as, ...facts },
      };
      const source = await runListing(parts, offerAgain, reofferRefusalOf);
      if (isRefusal(source)) return source;
      const { content, phase, createdBy } = source.state;
      const from: SourceListing = {
        listing: params.lot,
        revision: source.revision,
        kind,
        createdBy,
        content,
        phase,
        ...end,
        reofferedAs: source.state.reofferedAs,
      };
      const { changes, days } = facts;
      return run({
        id: as,
        account: viewer._id,
        kind,
        actor,
        asked,
        commandId: eventIdOf(commandId, 0),
        body: {
          type: 'reoffer',
          listing: as,
          from,
          changes,
          days,
          sale: facts.sale,
          createdBy,
          status: account.status,
          searchNumericId,
        },
      });
    }),
    endpoint(sellingOperations.listingAutoBids, async ({ viewer, params }) => {
      const own = await found(params.lot, viewer._id);
      if (isRefusal(own)) return own;
      return { data: { isAutoBids: await autoBidsOn(parts, own.state.auction, params.lot) } };
    }),
    endpoint(sellingOperations.editListingLate, ({ viewer, params: { lot: id }, body, commandId }) => {
      const { startCents, reserveCents } = ownPrices(body.lot);
      const last = body.last && ownName(body.last);
      const edit = { startCents, reserveCents, ...(last !== undefined && { last }) };
      return actAsOwner({ viewer, id, commandId, asked: { lateEdit: edit } }, async ({ state }) => {
        const account = await seller(viewer);
        if (isRefusal(account)) return account;
        const sale = await saleOf(state.auction);
        if (sale === null) return refusal('too-late');
        // The listing must not say a reserve that the sale does not keep.
        const prices = { lot: id, startCents, reserveCents };
        if ((await amendRefusalOf(parts, state.auction, prices, clock.now())) !== null)
          return refusal('too-late');
        return { body: { type: 'lateEdit', ...edit, sale: saleFactsOf(sale, account, clock.now()) } };
      });
    }),
  ];

  const actAsStaff = (
    { viewer, ...command }: { viewer: Viewer; id: string; commandId: string; asked: object },
    actingOn: Parameters<typeof act>[1],
  ) => act({ actor: staffActor(viewer), ...command }, actingOn);

  const staffEndpoints = [
    endpoint(sellingOperations.approveListing, ({ viewer, params: { lot: id }, body, commandId }) => {
      const { revision } = body;
      return actAsStaff({ viewer, id, commandId, asked: { approved: id, revision } }, async ({ state }) => {
        const sale = await saleOf(state.auction);
        const phase = sale?.state ?? 'closed';
        // A lot may enter the catalogue until the sale opens, also after the deadline for adding lots.
        const why = saleProblem({
          auction: state.auction,
          kind: state.kind,
          lateEditUntil: 0,
          phase,
          cancelled: sale?.cancelled ?? false,
          takesLots: true,
        });
        if (why !== null && state.phase === 'submitted') return refusal('sale-closed', { message: why });
        const missing = sale && state.phase === 'submitted' ? sectionRefusal(sale, state) : null;
        if (missing !== null) return missing;
        return { body: { type: 'approve' }, guard: unchangedSince(revision) };
      });
    }),
    endpoint(sellingOperations.refuseListing, ({ viewer, params: { lot: id }, body, commandId }) => {
      const reason = body.reason.trim();
      if (reason === '')
        return refusal('invalid-request', { field: 'reason', message: 'Please say why it is sent back.' });
      return actAsStaff({ viewer, id, commandId, asked: { refused: reason } }, () => ({
        body: { type: 'refuse', reason },
      }));
    }),
    endpoint(sellingOperations.recordListingFee, ({ viewer, params: { lot: id }, body, commandId }) => {
      const { paid } = body;
      return actAsStaff({ viewer, id, commandId, asked: { fee: paid } }, async ({ state }) => {
        const sale = await saleOf(state.auction);
        const { state: phase, cancelled } = sale ?? { state: 'future', cancelled: false };
        return { body: { type: 'recordFee', paid, sale: { phase, cancelled } } };
      });
    }),
  ];
  return [...sellerEndpoints, ...staffEndpoints];
}

const userActor = ({ _id }: Viewer): Actor => ({ kind: 'user', id: _id });
const staffActor = ({ _id }: Viewer): Actor => ({ kind: 'staff', id: _id });
