import type { AccountStatus } from '../account/status.ts';
import { DAY_MS } from '../days.ts';
import type { Command, Decider, Decision } from '../decider.ts';
import type { Problem } from '../fields/rules.ts';
import type {
  ListingCommandBody,
  OpenedPersonal,
  ReofferChange,
  ReofferFacts,
  SourceListing,
} from './commands.ts';
import {
  type ContentChange,
  changed,
  type Document,
  emptyContent,
  type ListingContent,
  SEALED_DESCRIPTION,
} from './content.ts';
import type { ListingEvent, Origin } from './events.ts';
import { type Form, headFields, lotFields, personalFields } from './forms/field.ts';
import { FORMS } from './forms/forms.ts';
import { weighedHeads } from './forms/lot-view.ts';
import { normalised, staleDeliveries, toHundredth } from './forms/problems.ts';
import {
  evolveListing,
  initialListing,
  type Listing,
  type ListingPhase,
  type ListingState,
} from './state.ts';
import { REOFFER_DAYS } from './stock.ts';
import { storedChange } from './stored-change.ts';
import {
  draftProblems,
  isOwnFile,
  priceProblem,
  reofferProblems,
  saleProblem,
  submitProblems,
  takesLateEdits,
  withScheme,
  worthProblem,
} from './validation.ts';

/**
 * Why a listing's command was refused. `invalid`: `problems` names each field. `sale-closed`: the sale takes no
 * lots; of a listing that is submitted the draft stays as it was saved.
 */
type ListingRefusalCode =
  | 'already-started'
  | 'not-found'
  | 'profile-incomplete'
  | 'under-review'
  | 'sale-closed'
  | 'other-kind'
  | 'not-editable'
  | 'not-pending'
  | 'too-late'
  | 'not-closed'
  | 'sold'
  | 'already-reoffered'
  | 'not-withdrawn'
  | 'not-owner'
  /** It was changed by someone else since it was read. */
  | 'changed-elsewhere'
  | 'invalid';

/** `problems`: the invalid fields, each with its message. */
export type ListingRefusal = { code: ListingRefusalCode; problems: readonly Problem[] };
type ListingDecision = Decision<ListingEvent, ListingRefusal>;

type Body<T extends ListingCommandBody['type']> = Extract<ListingCommandBody, { type: T }>;

const accepted = (...events: ListingEvent[]): ListingDecision => ({ outcome: 'accepted', events });
const refused = (code: ListingRefusalCode, ...problems: Problem[]): ListingDecision => ({
  outcome: 'refused',
  code,
  problems,
});

/** What a command does to a listing. Pure: the same state and command give the same outcome. */
function decideListing(state: ListingState, { at, body }: Command<ListingCommandBody>): ListingDecision {
  switch (body.type) {
    case 'start':
    case 'enter':
    case 'copy':
    case 'reoffer':
      return state === null ? begin(body, at) : refused('already-started');
    default:
      return state === null || state.phase === 'deleted' ? refused('not-found') : goOn(state, body, at);
  }
}

function begin(body: Body<'start' | 'enter' | 'copy' | 'reoffer'>, at: number): ListingDecision {
  if (body.type === 'enter') {
    const { type: _type, ...entered } = body;
    const problems = personalProblems(FORMS[body.kind], entered.content);
    if (problems.length > 0) return refused('invalid', ...problems);
    return accepted({ type: 'ListingEntered', data: { at, ...entered } });
  }
  const barred = sellerRefusal(body.status);
  if (barred !== null) return refused(barred);
  if (body.type === 'start') return start(body, at);
  const open = personalProblems(FORMS[body.from.kind], body.from.content);
  if (open.length > 0) return refused('invalid', ...open);
  if (body.from.createdBy !== body.createdBy) return refused('not-owner');
  if (body.from.kind !== body.sale.kind) return refused('other-kind');
  return body.type === 'copy' ? copy(body, at) : reoffer(body, at);
}

/** An account with an incomplete profile, or one under review, cannot add lots. */
function sellerRefusal(status: AccountStatus): ListingRefusalCode | null {
  if (status === 'partially-approved') return 'profile-incomplete';
  return status === 'partially-approved:updated' ? 'under-review' : null;
}

function started(
  { sale, searchNumericId, createdBy }: Body<'start' | 'copy' | 'reoffer'>,
  origin: Origin,
  content: ListingContent,
  at: number,
): ListingEvent {
  const { auction, kind } = sale;
  return {
    type: 'ListingStarted',
    data: { at, kind, auction, searchNumericId, createdBy, origin, content },
  };
}

function start(body: Body<'start'>, at: number): ListingDecision {
  const form = FORMS[body.sale.kind];
  const empty = emptyContent(form.countWeighed);
  const changes = clean(form, body.changes);
  const problems = [...writingProblems(form, empty, changes), ...strangeFiles(empty, changes)];
  if (problems.length > 0) return refused('invalid', ...problems);
  return accepted(started(body, { how: 'new' }, changed(empty, withoutPersonal(form, empty, changes)), at));
}

const isNothing = (value: unknown): boolean => value === null || value === '';

/** The problems of a changed draft, and personal values that must not be stored. */
function writingProblems(form: Form, content: ListingContent, changes: ContentChange): Problem[] {
  const { details = {}, sealed = {}, description = '' } = changes;
  const isOpen = (name: string) => typeof sealed[name] !== 'string';
  const open = {
    details: Object.fromEntries(Object.entries(details).filter(([name]) => isOpen(name))),
    description: isOpen(SEALED_DESCRIPTION) ? description : '',
  };
  return [...draftProblems(form, changed(content, changes)), ...personalProblems(form, { ...open, sealed })];
}

/** Personal values in clear, and sealed ones of fields that are not personal. */
function personalProblems(
  form: Form,
  { details = {}, sealed = {}, description = '' }: ContentChange,
): Problem[] {
  const personal = personalFields(form);
  return [
    ...(description === '' ? [] : [{ field: 'description', message: 'It is not sealed' }]),
    ...Object.entries(details)
      .filter(([name, value]) => personal.has(name) && !isNothing(value))
      .map(([field]) => ({ field, message: 'It is not sealed' })),
    ...Object.keys(sealed)
      .filter((name) => !personal.has(name) && name !== SEALED_DESCRIPTION)
      .map((field) => ({ field, message: `There is no personal field ${field}` })),
  ];
}

/**
 * A content with its personal values in clear, to be checked; null where one was sealed again since these were opened.
 * Listings of earlier versions hold some of them in clear themselves.
 */
function withOpened(content: ListingContent, opened: OpenedPersonal): ListingContent | null {
  const sealed = Object.entries(content.sealed);
  if (sealed.some(([name, blob]) => opened[name]?.sealed !== blob)) return null;
  const { [SEALED_DESCRIPTION]: description = content.description, ...values } = Object.fromEntries(
    sealed.map(([name]) => [name, opened[name]?.value ?? ''] as const),
  );
  return { ...content, description, details: { ...content.details, ...values } };
}

/**
 * Files that a seller names but the listing does not have: they may belong to someone else. Also files whose name or
 * description would be stored in clear.
 */
function strangeFiles(
  content: ListingContent,
  { documents = [], media = [], usefulLinks = [] }: ContentChange,
): Problem[] {
  const known = new Map(content.documents.map((document) => [document.uri, document]));
  const isAsBefore = (document: Document) =>
    JSON.stringify(document) === JSON.stringify(known.get(document.uri));
  if (!documents.every(({ uri }) => known.has(uri)))
    return [{ field: 'documents', message: 'The lot has no such document' }];
  const shown = new Set(content.media.map(({ url }) => url));
  if (!media.every(({ url }) => shown.has(url)))
    return [{ field: 'media', message: 'The lot has no such picture or video' }];
  const linked = new Set(content.usefulLinks.map(({ url }) => url));
  if (!usefulLinks.every(({ url }) => !isOwnFile(url) || linked.has(url)))
    return [{ field: 'usefulLinks', message: 'URL should be valid' }];
  return documents.every((document) => isSealed(document) || isAsBefore(document))
    ? []
    : [unsealed('documents')];
}

const isSealed = ({ name, description, sealed }: Document): boolean =>
  sealed !== undefined && name === '' && description === '';

/** A change as an event holds it: personal values only sealed, and none of them in clear from an earlier version. */
function withoutPersonal(form: Form, content: ListingContent, changes: ContentChange): ContentChange {
  const { details = {}, sealed = {}, description, ...rest } = changes;
  const personal = personalFields(form);
  const kept = Object.entries(details).flatMap(([name, value]) => {
    if (!personal.has(name)) return [[name, value] as const];
    return content.details[name] === undefined ? [] : [[name, null] as const];
  });
  const emptied = Object.entries(details).filter(([name, value]) => personal.has(name) && isNothing(value));
  const now = {
    ...sealed,
    ...Object.fromEntries(emptied.map(([name]) => [name, null])),
    ...(description === '' && { [SEALED_DESCRIPTION]: null }),
  };
  return {
    ...rest,
    ...(description !== undefined && content.description !== '' && { description: '' }),
    ...(changes.details && { details: Object.fromEntries(kept) }),
    ...(Object.keys(now).length > 0 && { sealed: now }),
  };
}

/** A change as it is stored: trimmed, PIC and town in upper case, weights to the hundredth, links with their scheme. */
function clean(form: Form, changes: ContentChange): ContentChange {
  const { details, heads, mobEntryWeight, optiweigh, usefulLinks, ...rest } = changes;
  const fields = lotFields(form);
  const known = new Map(fields.map((field) => [field.name, field]));
  const kept = Object.entries(details ?? {}).map(([name, value]) => {
    const field = known.get(name);
    const now =
      field === undefined || value === null ? value : (normalised([field], { [name]: value })[name] ?? null);
    return [name, now] as const;
  });
  return {
    ...rest,
    ...(details && { details: Object.fromEntries(kept) }),
    ...(heads && { heads: heads.map((head) => ({ ...head, ...normalised(headFields(form), head) })) }),
    ...(mobEntryWeight !== undefined && {
      mobEntryWeight: mobEntryWeight === null ? null : toHundredth(mobEntryWeight),
    }),
    ...(optiweigh && {
      optiweigh: {
        days: optiweigh.days.map((day) => ({ ...day, weight: toHundredth(day.weight) })),
        weights: optiweigh.weights.map(toHundredth),
      },
    }),
    ...(usefulLinks && {
      usefulLinks: usefulLinks.map((link) => ({ ...link, url: withScheme(link.url.trim()) })),
    }),
  };
}

/** A withdrawn lot copied to a draft in another sale. Its declarations must be made again. */
function copy(body: Body<'copy'>, at: number): ListingDecision {
  const { from, sale } = body;
  if (from.phase !== 'withdrawn') return refused('not-withdrawn');
  const why = saleProblem(sale);
  if (why !== null) return refused('sale-closed', { field: 'auction', message: why });
  const unsigned = {
    acceptenceOnTerms: false,
    vendorSignedForm: false,
    agentSignature: '',
    vendorSignature: '',
  };
  return accepted(started(body, originOf(from, 'copied'), { ...from.content, ...unsigned }, at));
}

const originOf = ({ listing, revision }: SourceListing, how: 'copied' | 'reoffered'): Origin => ({
  how,
  listing,
  revision,
});

function reoffer(body: Body<'reoffer'>, at: number): ListingDecision {
  const { from, listing, sale, changes, days } = body;
  if (from.reofferedAs !== listing) return refused('already-reoffered');
  const { result, closedAt } = from;
  const barred = reofferRefusal(from.content, { result, closedAt, sale, changes, days }, at);
  if (barred !== null) return barred;
  return accepted(started(body, originOf(from, 'reoffered'), reofferedContent(from.content, changes), at), {
    type: 'ListingSubmitted',
    data: { at },
  });
}

/** Why a listing can't be offered again, or null. */
function reofferRefusal(
  source: ListingContent,
  { result, closedAt, sale, changes, days }: ReofferFacts,
  at: number,
): ListingDecision | null {
  if (result === 'sold') return refused('sold');
  if (closedAt === null || at > closedAt + REOFFER_DAYS * DAY_MS) return refused('too-late');
  if (saleProblem(sale) !== null) {
    return refused('sale-closed', { field: 'auction', message: 'Please Choose a Different Auction' });
  }
  const problems = reofferProblems(FORMS[sale.kind], reofferedContent(source, changes), days);
  return problems.length > 0 ? refused('invalid', ...problems) : null;
}

function reofferedContent(
  source: ListingContent,
  { earliestDelivery, latestDelivery, ...terms }: ReofferChange,
): ListingContent {
  const details = { earliestDelivery: earliestDelivery || null, latestDelivery: latestDelivery || null };
  return changed(source, { ...terms, details });
}

/** A reoffered source belongs to the newer listing, unless that ended without being offered. */
function offerAgain(
  state: Listing,
  { as, earlier, ...facts }: Body<'offerAgain'>,
  at: number,
): ListingDecision {
  if (state.phase !== 'approved') return refused('not-editable');
  if (facts.sale.kind !== state.kind) return refused('other-kind');
  if (state.reofferedAs === as) return accepted();
  const isFree = state.reofferedAs === null || earlier === 'withdrawn' || earlier === 'deleted';
  if (!isFree) return refused('already-reoffered');
  const barred = reofferRefusal(state.content, facts, at);
  if (barred !== null) return barred;
  return accepted({ type: 'ListingReoffered', data: { at, as, auction: facts.sale.auction } });
}

const unsealed = (field: string): Problem => ({ field, message: 'It is not sealed' });

function goOn(
  state: Listing,
  body: Exclude<ListingCommandBody, Body<'start' | 'enter' | 'copy' | 'reoffer'>>,
  at: number,
): ListingDecision {
  switch (body.type) {
    case 'edit':
      return edit(state, body, at);
    case 'attach':
      return attach(state, body, at);
    case 'attachMedia':
      return attachMedia(state, body, at);
    case 'attachLink':
      return attachLink(state, body, at);
    case 'submit':
      return submit(state, body, at);
    case 'approve':
      if (state.phase === 'approved') return accepted();
      if (state.phase !== 'submitted') return refused('not-pending');
      return accepted({ type: 'ListingApproved', data: { at } });
    case 'recall':
      if (state.phase === 'draft' || state.phase === 'refused') return accepted();
      if (state.phase !== 'submitted') return refused('not-pending');
      return accepted({ type: 'ListingRecalled', data: { at } });
    case 'refuse':
      if (state.phase !== 'submitted') return refused('not-pending');
      if (body.by === 'sale')
        return accepted({ type: 'ListingRefused', data: { at, reason: body.reason, sealed: '' } });
      if (!body.sealed) return refused('invalid', unsealed('reason'));
      return accepted({ type: 'ListingRefused', data: { at, reason: '', sealed: body.sealed } });
    case 'lateEdit':
      return lateEdit(state, body, at);
    case 'offerAgain':
      return offerAgain(state, body, at);
    case 'withdraw':
      if (state.phase === 'withdrawn') return accepted();
      if (state.phase !== 'submitted' && state.phase !== 'approved') return refused('not-editable');
      if (body.by === 'sale')
        return accepted({ type: 'ListingWithdrawn', data: { at, reason: body.reason, sealed: '' } });
      if (!body.sealed) return refused('invalid', unsealed('reason'));
      return accepted({ type: 'ListingWithdrawn', data: { at, reason: '', sealed: body.sealed } });
    case 'reinstate':
      if (state.phase === 'approved') return accepted();
      if (state.phase !== 'withdrawn') return refused('not-editable');
      return accepted({ type: 'ListingReinstated', data: { at } });
    case 'delete':
      // Catalogued lots are withdrawn, never deleted.
      if (state.phase === 'approved' || state.phase === 'withdrawn') return refused('not-editable');
      return accepted({ type: 'ListingDeleted', data: { at } });
    case 'recordFee':
      return recordFee(state, body, at);
  }
}

/** A fee is due for a lot that was in a catalogue until its sale closed. */
function recordFee(state: Listing, { paid, sale }: Body<'recordFee'>, at: number): ListingDecision {
  if (state.phase !== 'approved' || sale.cancelled)
    return refused('not-editable', { field: 'paid', message: 'This lot has no listing fee.' });
  if (sale.phase !== 'closed') return refused('not-closed');
  if (state.isFeePaid === paid) return accepted();
  return accepted({ type: paid ? 'ListingFeePaid' : 'ListingFeeUnpaid', data: { at } });
}

const EDITABLE: Readonly<Record<'seller' | 'staff', ReadonlySet<ListingPhase>>> = {
  seller: new Set(['draft', 'refused']),
  staff: new Set(['draft', 'refused', 'submitted', 'approved']),
};

function edit(state: Listing, { by, changes, sale }: Body<'edit'>, at: number): ListingDecision {
  if (!EDITABLE[by].has(state.phase)) return refused('not-editable');
  if (sale !== undefined && sale.kind !== state.kind) return refused('other-kind');
  const form = FORMS[state.kind];
  const cleaned = clean(form, changes);
  const problems = [
    ...writingProblems(form, state.content, cleaned),
    ...(by === 'seller' ? strangeFiles(state.content, cleaned) : []),
  ];
  if (problems.length > 0) return refused('invalid', ...problems);
  const kept = withoutPersonal(form, state.content, cleaned);
  const content = changed(state.content, kept);
  const moved = sale !== undefined && sale.auction !== state.auction;
  if (!moved && same(content, state.content)) return accepted();
  return accepted({
    type: 'ListingEdited',
    data: { at, changes: storedChange(state.content, kept), ...(moved && { auction: sale.auction }) },
  });
}

function attach(state: Listing, { document }: Body<'attach'>, at: number): ListingDecision {
  const { documents } = state.content;
  const isThere = documents.some(({ uri }) => uri === document.uri);
  const problems = isSealed(document) ? [] : [unsealed('documents')];
  return added(state, isThere ? null : { documents: [...documents, document] }, at, problems);
}

function attachMedia(state: Listing, { media, order }: Body<'attachMedia'>, at: number): ListingDecision {
  const had = state.content.media;
  const isThere = had.some(({ url }) => url === media.url);
  return added(state, isThere ? null : { media: had.toSpliced(order, 0, media) }, at);
}

function attachLink(state: Listing, { link }: Body<'attachLink'>, at: number): ListingDecision {
  const { usefulLinks } = state.content;
  const isThere = usefulLinks.some(({ url }) => url === link.url);
  return added(state, isThere ? null : { usefulLinks: [...usefulLinks, link] }, at);
}

/** A change that only adds a file: refused where there would be too many. null: the listing has it already. */
function added(
  { phase, kind, content }: Listing,
  changes: ContentChange | null,
  at: number,
  problems: readonly Problem[] = [],
): ListingDecision {
  if (!EDITABLE.seller.has(phase)) return refused('not-editable');
  if (changes === null) return accepted();
  const all = [...problems, ...writingProblems(FORMS[kind], content, changes)];
  return all.length > 0
    ? refused('invalid', ...all)
    : accepted({ type: 'ListingEdited', data: { at, changes } });
}

/** Contents are plain data with members in a fixed order, except values by field. */
function same(a: ListingContent, b: ListingContent): boolean {
  const sorted = ({ details, sealed, ...rest }: ListingContent) =>
    JSON.stringify([rest, ...[details, sealed].map((values) => Object.entries(values).sort(byName))]);
  return sorted(a) === sorted(b);
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

function submit(
  state: Listing,
  { sale, days, settings, personal = {} }: Body<'submit'>,
  at: number,
): ListingDecision {
  if (state.phase === 'submitted' || state.phase === 'approved') return accepted();
  if (state.phase === 'withdrawn') return refused('not-editable');
  if (sale.kind !== state.kind) return refused('other-kind');
  const why = saleProblem(sale);
  if (why !== null) return refused('sale-closed', { field: 'auction', message: why });
  // A draft keeps the rows of heads that its form does not show, so that a higher number of head weighed brings them back.
  const heads = weighedHeads(state.content);
  const opened = withOpened({ ...state.content, heads }, personal);
  if (opened === null) return refused('changed-elsewhere');
  const problems = submitProblems(FORMS[state.kind], opened, days, settings);
  if (problems.length > 0) return refused('invalid', ...problems);
  const sent = { type: 'ListingSubmitted', data: { at } } as const;
  if (heads.length === state.content.heads.length) return accepted(sent);
  return accepted(
    { type: 'ListingEdited', data: { at, changes: storedChange(state.content, { heads }) } },
    sent,
  );
}

function lateEdit(
  state: Listing,
  { startCents, reserveCents, sale, last }: Body<'lateEdit'>,
  at: number,
): ListingDecision {
  if (state.phase !== 'approved') return refused('not-editable');
  if (!takesLateEdits(sale, at)) return refused('too-late');
  const { content } = state;
  const wrong =
    priceProblem({ startCents, reserveCents }, last) ??
    worthProblem({ ...content, startCents, reserveCents });
  if (wrong !== null) return refused('invalid', wrong);
  if (content.startCents === startCents && content.reserveCents === reserveCents) return accepted();
  return accepted({ type: 'ListingPriceChanged', data: { at, startCents, reserveCents } });
}

/** The change that moves a draft to another sale: clears delivery dates before that sale. */
export function movedTo(content: ListingContent, kind: Listing['kind'], live: string): ContentChange {
  const { fields } = staleDeliveries(FORMS[kind], content.details, live);
  return { details: Object.fromEntries(fields.map((name) => [name, null])) };
}

export const listingDecider: Decider<ListingState, ListingCommandBody, ListingEvent, ListingRefusal> = {
  initial: initialListing,
  decide: decideListing,
  evolve: evolveListing,
};
