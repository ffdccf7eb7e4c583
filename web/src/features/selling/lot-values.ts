import type { Me } from '@saleyard/contract/accounts.ts';
import { lotMedium, mediumKey } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import { VIDEO_TYPE } from '@saleyard/contract/lot-media.ts';
import type { ListingChange, SavedLot, StartedLot, WholeListing } from '@saleyard/contract/selling.ts';
import { isAgent } from '@saleyard/domain/account/profile.ts';
import {
  exactMeaningOf,
  meaningOf,
  parseDate,
  parseWeight,
  parseWhole,
} from '@saleyard/domain/fields/typed.ts';
import type { PriceField } from '@saleyard/domain/listing/commands.ts';
import {
  type Document,
  emptyContent,
  type ListingContent,
  type Media,
  type Optiweigh,
  type UsefulLink,
} from '@saleyard/domain/listing/content.ts';
import {
  type Form,
  headFields,
  isFlag,
  lotFields,
  type Value,
} from '@saleyard/domain/listing/forms/field.ts';
import { weighedHeads } from '@saleyard/domain/listing/forms/lot-view.ts';
import { type Days, normalised, staleDeliveries } from '@saleyard/domain/listing/forms/problems.ts';
import { parseGain } from '@saleyard/domain/listing/optiweigh.ts';
import { ownName, sentPrices } from '@saleyard/domain/listing/price-names.ts';
import { INCREMENTS, LOT_LIMITS, type Unit, unitsOf } from '@saleyard/domain/listing/stock.ts';
import { draftProblems, submitProblems } from '@saleyard/domain/listing/validation.ts';
import { dayKey } from '@saleyard/domain/presentation/dates.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';
import { enablePatches, Immer, type Patch } from 'immer';
import type { UseFormReturn } from 'react-hook-form';
import { serverNow } from '@/lib/clock.ts';
import { newCommandId } from '@/lib/random.ts';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import type { ReadyMedium } from './media-files.ts';

enablePatches();
// What is typed stays changeable after its edits were read.
const immer = new Immer({ autoFreeze: false });

/**
 * What the form is opened for: a new lot of a kind, a draft, a lot that is offered again, or the prices of a lot that
 * is in a catalogue.
 */
export type FormMode = 'kind' | 'lot' | 'reoffer' | 'edit-late';

/** Whether only some of a lot may be changed. */
export const isPartly = (mode: FormMode): boolean => mode === 'reoffer' || mode === 'edit-late';

/** A value of a field as it is typed: what is not a value of its type yet is the text. */
type Typed = Value | null | undefined;

/** The links of a listing as its form shows them. */
const linkRows = (links: readonly UsefulLink[]): LinkRow[] =>
  links.map(({ url, description }) => ({ ...newLinkRow(), url, description }));

/** What the rows come to: empty ones, and PDFs that are only here, are no links yet. A description alone is named. */
export const linksOf = (rows: readonly LinkRow[]): UsefulLink[] =>
  rows
    .map(({ url, description, isNew }) => ({ url: url.trim(), description: description.trim(), isNew }))
    .filter(({ url, description, isNew }) => url !== '' || (description !== '' && !isNew))
    .map(({ url, description }) => ({ url, description }))
    .map((link) => ({ ...link, isPdf: /\.pdf($|[?#])/i.test(link.url) }));

/** What is sent beside a file: the description of a document or a PDF, the place of a picture or a video. */
export type SentAs = { description: string } | { order: number };

/**
 * A file of the lot as its row shows it. `id`: names the row, and what is sent of it. `isNew`: it is only here. `file`:
 * what is to be sent with the next save. `sentAs`: how it was sent first, while its answer is not known: the same command is
 * sent again. `problem`: why it could not be sent.
 */
export type FileRow = {
  id: string;
  name: string;
  isNew: boolean;
  file?: File;
  sentAs?: SentAs | undefined;
  problem?: string | undefined;
};

/** A reading of walk-over scales as it is typed. */
export type TypedReading = { date: string; weight: string; averageDailyGain: string };

/** Readings of no scales. */
const NO_READINGS: Optiweigh = { days: [], weights: [] };

/** Readings as they are typed. */
export const readingRows = (days: Optiweigh['days']): TypedReading[] =>
  days.map(({ date, weight, averageDailyGain }) => ({
    date: formatCalendarDay(date),
    weight: String(weight),
    averageDailyGain: String(averageDailyGain),
  }));

/** What typed readings come to: rows of which nothing was typed are none yet; what has no meaning stays, and is named. */
function readingsOf({ days, weights }: LotValues['optiweigh']): Optiweigh | null {
  const number = (typed: string, value: number | null): number => value ?? (typed as unknown as number);
  const read = days
    .filter((row) => Object.values(row).some((typed) => typed.trim() !== ''))
    .map(({ date, weight, averageDailyGain: gain }) => ({
      date: meaningOf(parseDate(date)) ?? date,
      weight: number(weight, exactMeaningOf(parseWeight({ most: LOT_LIMITS.kgPerHead })(weight))),
      averageDailyGain: number(gain, meaningOf(parseGain()(gain))),
    }));
  return read.length + weights.length === 0 ? null : { days: read, weights };
}

/** A useful link: an address that is typed, or a PDF. `url`: '' of a PDF that is only here. */
export type LinkRow = FileRow & { url: string; description: string };

/** A row for a link to be typed, or for a PDF. */
export const newLinkRow = (pdf?: File): LinkRow => ({
  id: newCommandId(),
  name: pdf?.name ?? '',
  url: '',
  description: '',
  isNew: pdf !== undefined,
  ...(pdf && { file: pdf }),
});

/** A document. `uri`: '' while it is only here. */
export type DocumentRow = FileRow & { uri: string; description: string };

/**
 * A picture or a video; its place is that of its row, and the first one is the main one. `poster`: the picture that
 * stands for a new video.
 */
export type MediaRow = FileRow & {
  key: string;
  url: string;
  thumbnail: string;
  mimeType: string;
  timestamp: number | null;
  poster?: File;
};

/** The row of a picture or a video that is only here yet. */
export const newMediaRow = (
  file: File,
  ready: Pick<ReadyMedium, 'outcome'> & { poster?: File | null },
): MediaRow => ({
  id: newCommandId(),
  key: '',
  url: '',
  thumbnail: '',
  name: file.name,
  isNew: true,
  file,
  mimeType: ready.outcome === 'video' || !/^image\//.test(file.type) ? VIDEO_TYPE : file.type,
  timestamp: file.lastModified,
  ...(ready.poster && { poster: ready.poster }),
});

/**
 * A signature: where it is, or what is to be sent with the next save, as the command `id`. '' and nothing: there is
 * none.
 */
export type SignatureValue = { url: string; problem?: string; id?: string; file?: File };

/** A signature that is only here yet. */
export const newSignature = (file: File, id = newCommandId()): SignatureValue => ({ url: '', id, file });

const signatureOf = (from: string | { url: string }): SignatureValue => ({
  url: typeof from === 'string' ? from : from.url,
});

const mediaRows = (media: readonly Pick<Media, 'url' | 'thumbnail'>[]): MediaRow[] =>
  media.map(({ url, thumbnail }) => {
    const own = lotMedium(url);
    const mimeType = own?.isVideo ? VIDEO_TYPE : 'image/jpeg';
    return {
      id: url,
      key: own?.key ?? '',
      url,
      thumbnail,
      mimeType,
      timestamp: null,
      name: '',
      isNew: false,
    };
  });

/** What the rows of documents come to: those that the server has. */
const documentsOf = (rows: readonly DocumentRow[]): Document[] =>
  rows
    .filter(({ uri }) => uri !== '')
    .map(({ name, uri, description }) => ({ name, uri, description: description.trim() }));

/** What a seller types. Prices are cents, or what was typed where that is no price; '' where nothing was. */
export type LotValues = {
  /** The number of the sale. */
  auction: string;
  unit: '' | Unit;
  incrementCents: string;
  startCents: number | string;
  reserveCents: number | string;
  maxVendorBids: string;
  count: number | string;
  countWeighed: number | string;
  adjustWeight: string;
  weightGain: string;
  /** The mob walks over scales: no head is weighed one by one. */
  optiweighAllowed: boolean;
  mobEntryWeight: number | string;
  optiweigh: { days: TypedReading[]; weights: readonly number[] };
  description: string;
  saleConditions: string;
  acceptenceOnTerms: boolean;
  isLicencedAgent: boolean;
  vendorSignedForm: boolean;
  /** The vendor gets the lot by e-mail when it is submitted. */
  emailToVendor: boolean;
  usefulLinks: LinkRow[];
  documents: DocumentRow[];
  media: MediaRow[];
  agentSignature: SignatureValue;
  vendorSignature: SignatureValue;
  details: Record<string, Typed>;
  heads: Record<string, Typed>[];
};

/** The form of a lot, as `useForm` gives it. */
export type LotFormOf = UseFormReturn<LotValues, unknown, LotValues>;

/** A listing as the form shows it; a new one where there is none. */
export function valuesOf(
  form: Form,
  auction: string,
  content?: WholeListing['content'] | ListingContent,
): LotValues {
  const from = content ?? emptyContent(form.countWeighed);
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    auction,
    unit: from.unit ?? '',
    incrementCents: text(from.incrementCents),
    startCents: from.startCents ?? '',
    reserveCents: from.reserveCents ?? '',
    maxVendorBids: String(from.maxVendorBids),
    count: from.count ?? '',
    countWeighed: from.countWeighed ?? '',
    adjustWeight: String(from.adjustWeight),
    weightGain: String(from.weightGain),
    optiweighAllowed: from.optiweighAllowed,
    mobEntryWeight: from.mobEntryWeight ?? '',
    optiweigh: {
      days: readingRows((from.optiweigh ?? NO_READINGS).days),
      weights: from.optiweigh?.weights ?? [],
    },
    description: from.description,
    saleConditions: from.saleConditions,
    acceptenceOnTerms: from.acceptenceOnTerms,
    isLicencedAgent: from.isLicencedAgent,
    vendorSignedForm: from.vendorSignedForm,
    emailToVendor: from.emailToVendor ?? false,
    usefulLinks: linkRows(from.usefulLinks),
    documents: from.documents.map(({ name, uri, description }) => ({
      id: uri,
      name,
      uri,
      description,
      isNew: false,
    })),
    media: mediaRows(from.media),
    agentSignature: signatureOf(from.agentSignature),
    vendorSignature: signatureOf(from.vendorSignature),
    details: { ...from.details },
    heads: from.heads.map((head) => ({ ...head })),
  };
}

/**
 * What of a new lot is known before anything is typed: who assesses it, the vendor where the person sells their own stock, the
 * usual conditions of sale, what a kind leaves no choice of, today as the day of assessment and the sale's `day` as the first of
 * delivery. Without a day, as for lots of a file, neither vendor nor days are proposed.
 */
export function prefilled(form: Form, auction: string, me: Me, day?: string): LotValues {
  const byAgent = isAgent(me);
  const known: Record<string, string> = {
    assessorType: byAgent ? 'Agent Assessed' : 'Vendor Assessed',
    agentId: byAgent ? me.shortId : '',
    agentName: byAgent ? `${me.firstName} ${me.lastName}`.trim() : me.agentName,
    agentPhone: byAgent ? me.phone : me.agentPhone,
    agentEmail: byAgent ? me.email : '',
    agencyName: me.agencyName,
    ...(day !== undefined && {
      assessmentDate: dayKey(serverNow()),
      earliestDelivery: day,
      ...(!byAgent && ownVendor(me)),
    }),
  };
  const stated = lotFields(form).filter(({ name }) => (known[name] ?? '') !== '');
  const [unit, ...otherUnits] = unitsOf(form.kind);
  const only = unit !== undefined && otherUnits.length === 0 ? unit : null;
  const [increment, ...others] = only === null ? [] : INCREMENTS[form.kind][only];
  return {
    ...valuesOf(form, auction),
    ...(only !== null && { unit: only }),
    ...(increment !== undefined && others.length === 0 && { incrementCents: String(increment) }),
    saleConditions: me.saleConditions,
    details: Object.fromEntries(stated.map(({ name }) => [name, known[name]])),
  };
}

/** A person who sells their own stock as the vendor of it. */
function ownVendor(me: Me): Record<string, string> {
  const { address1, town, state, postcode } = me.officeAddress;
  return {
    vendorName: me.tradingName,
    vendorPic: me.PIC,
    vendorPhone: me.phone,
    vendorEmail: me.email,
    vendorAddress: address1,
    town: town.toUpperCase(),
    state,
    postcode,
  };
}

const isNothing = (value: Typed): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Without what is empty. An unticked box says nothing. */
function stated(
  values: Record<string, Typed> | undefined,
  names: ReadonlySet<string>,
  flags: ReadonlySet<string>,
) {
  const entries = Object.entries(values ?? {}).filter(
    ([name, value]) => names.has(name) && !isNothing(value) && !(flags.has(name) && value === false),
  );
  return Object.fromEntries(entries) as Record<string, Value>;
}

const namesOf = (fields: readonly { name: string }[]): ReadonlySet<string> =>
  new Set(fields.map(({ name }) => name));

/** A number, or what was typed: the rules then say what is wrong with it. null: nothing. */
const numberOr = (typed: number | string): number | null =>
  typed === '' ? null : typeof typed === 'number' ? typed : (typed as unknown as number);

/** What the values come to. Values of a type that no field has stay as they are: the rules name them. */
export function contentOf(form: Form, values: LotValues): ListingContent {
  const fields = lotFields(form);
  const flags = namesOf(fields.filter(isFlag));
  const names = namesOf(headFields(form));
  // A head far down may be typed first: those before it are not there yet.
  const heads = Array.from(values.heads, (head) => stated(head, names, new Set()));
  const readings = readingsOf(values.optiweigh);
  while (heads.length > 0 && Object.keys(heads.at(-1) ?? {}).length === 0) heads.pop();
  return {
    ...emptyContent(form.countWeighed),
    details: normalised(fields, stated(values.details, namesOf(fields), flags)),
    heads,
    description: values.description,
    unit: values.unit === '' ? null : values.unit,
    startCents: numberOr(values.startCents),
    reserveCents: numberOr(values.reserveCents),
    incrementCents: values.incrementCents === '' ? null : Number(values.incrementCents),
    maxVendorBids:
      numberOr(
        meaningOf(parseWhole(0, LOT_LIMITS.vendorBids)(values.maxVendorBids)) ?? values.maxVendorBids,
      ) ?? 0,
    count: numberOr(values.count),
    countWeighed: numberOr(values.countWeighed),
    adjustWeight: Number(values.adjustWeight),
    weightGain: Number(values.weightGain),
    optiweighAllowed: values.optiweighAllowed,
    mobEntryWeight: numberOr(values.mobEntryWeight),
    ...(readings !== null && { optiweigh: readings }),
    saleConditions: values.saleConditions,
    acceptenceOnTerms: values.acceptenceOnTerms,
    isLicencedAgent: values.isLicencedAgent,
    vendorSignedForm: values.vendorSignedForm,
    emailToVendor: values.emailToVendor,
    usefulLinks: linksOf(values.usefulLinks),
    documents: documentsOf(values.documents),
    media: values.media
      .filter(({ isNew }) => !isNew)
      .map(({ thumbnail, url }) => ({ thumbnail, url, title: '' })),
    agentSignature: values.agentSignature.url,
    vendorSignature: values.vendorSignature.url,
  };
}

/** Clears the delivery dates of a form that are before the day of its sale. Returns what to say of it; null: none is. */
export function clearStaleDeliveries(of: Form, form: LotFormOf, live: string): string | null {
  const { fields, message } = staleDeliveries(of, contentOf(of, form.getValues()).details, live);
  for (const name of fields) form.setValue(`details.${name}`, '', { shouldDirty: true });
  return message;
}

/**
 * Takes the rows of heads that the form no longer shows out of it, before the lot is submitted. A draft keeps them: what it
 * returns puts them back. null: there are none.
 */
export function clearHiddenHeads(of: Form, form: LotFormOf): (() => void) | null {
  const content = contentOf(of, form.getValues());
  const shown = weighedHeads(content);
  if (shown.length >= content.heads.length) return null;
  const set = (heads: readonly Readonly<Record<string, Typed>>[]) =>
    form.setValue(
      'heads',
      heads.map((head) => ({ ...head })),
      { shouldDirty: true },
    );
  set(shown);
  return () => set(content.heads.map((head, row) => form.getValues('heads')[row] ?? head));
}

const WRITTEN = [
  ...(['heads', 'description', 'unit', 'startCents', 'reserveCents', 'incrementCents'] as const),
  ...(['maxVendorBids', 'count', 'countWeighed', 'adjustWeight', 'weightGain', 'saleConditions'] as const),
  ...(['optiweighAllowed', 'mobEntryWeight', 'optiweigh', 'usefulLinks'] as const),
  ...(['acceptenceOnTerms', 'isLicencedAgent', 'vendorSignedForm', 'emailToVendor'] as const),
] satisfies (keyof ListingContent)[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The edits that lead from a listing as it was saved to what is typed, as patches of it. */
function editsOf(saved: ListingContent, now: ListingContent): readonly Patch[] {
  const [, patches] = immer.produceWithPatches(saved, (draft) => {
    for (const name of WRITTEN)
      if (!same(saved[name], now[name]))
        Object.assign(draft, { [name]: now[name] ?? (name === 'optiweigh' ? NO_READINGS : null) });
    const details = draft.details as Record<string, Value>;
    for (const name of Object.keys(saved.details)) if (!(name in now.details)) delete details[name];
    for (const [name, value] of Object.entries(now.details))
      if (!same(saved.details[name], value)) details[name] = value;
  });
  return patches;
}

/**
 * What of a listing changed since it was saved, translated from the edits: of its details only the fields that did, null
 * for an emptied one.
 */
export function changeOf(saved: ListingContent, now: ListingContent): ListingChange {
  const written: Record<string, unknown> = {};
  const details: Record<string, Value | null> = {};
  for (const { op, path, value } of editsOf(saved, now)) {
    const [member, name] = path;
    if (name === undefined) written[String(member)] = value;
    else details[String(name)] = op === 'remove' ? null : (value as Value);
  }
  return { ...written, ...(Object.keys(details).length > 0 && { details }) } as ListingChange;
}

/** A change as a save sends it. `now`: the lot with it. */
export function sentLot({ emailToVendor: _, ...change }: ListingChange, now: ListingContent): StartedLot {
  const { unit, startCents, incrementCents } = change;
  const isSwapped = unit !== undefined || incrementCents !== undefined;
  return {
    ...sentPrices(change),
    ...(isSwapped && { biddingSwap: now.unit !== null && now.incrementCents === null }),
    ...(startCents !== undefined && { currentBidCents: startCents }),
  };
}

/** The documents that a lot is to keep, in their order, where they are not those that were saved. */
export function documentsChange(saved: ListingContent, now: ListingContent): Pick<SavedLot, 'documents'> {
  if (same(saved.documents, now.documents)) return {};
  const kept = now.documents.flatMap(({ uri, description }) => {
    const key = documentKey(uri);
    return key === null ? [] : [{ key, description }];
  });
  return { documents: kept };
}

/** The same of pictures and videos. */
export function mediaChange(saved: ListingContent, now: ListingContent): Pick<SavedLot, 'newMedia'> {
  if (same(saved.media, now.media)) return {};
  const kept = now.media.map(({ url }) => ({ key: mediumKey(url) })).filter(({ key }) => key !== '');
  return { newMedia: kept };
}

/** Where the form has what a rule or a refusal names: "details.vendorPic", "heads.2.weightLive", "count". */
export function pathOf(form: Form, field: string): string {
  if (field.startsWith('heads[')) return field.replace(/\[(\d+)\]/, '.$1');
  const first = form.groups.find(({ id }) => id === field)?.fields[0]?.name;
  const name = first ?? ownName(field);
  return lotFields(form).some((one) => one.name === name) ? `details.${name}` : name;
}

/** Problems of problems: a value that is put back may show another one. */
const PASSES = 5;

const HEAD = /^heads\[(\d+)\]\.(\w+)$/;

/** The content with the value at a rule's field as it was `saved`. */
function putBack(form: Form, content: ListingContent, saved: ListingContent, field: string): ListingContent {
  const [, row, name] = HEAD.exec(field) ?? [];
  if (row !== undefined && name !== undefined) {
    const heads = content.heads.map((head, at) => {
      if (at !== Number(row)) return head;
      const { [name]: _, ...others } = head;
      const before = saved.heads[at]?.[name];
      return before === undefined ? others : { ...others, [name]: before };
    });
    return { ...content, heads };
  }
  if (lotFields(form).some((one) => one.name === field)) {
    const { [field]: _, ...others } = content.details;
    const before = saved.details[field];
    return { ...content, details: before === undefined ? others : { ...others, [field]: before } };
  }
  const member = field.replace(/[[.].*$/, '');
  if (member === 'optiweigh' && saved.optiweigh === undefined) {
    const { optiweigh: _, ...others } = content;
    return others;
  }
  return member in saved ? { ...content, [member]: saved[member as keyof ListingContent] } : content;
}

/**
 * What of `typed` can be saved: each value that may not be in a draft stays as it was `saved`, and is named in `problems`
 * with its place in the form. null: nothing can be saved.
 */
export function savable(
  form: Form,
  typed: ListingContent,
  saved: ListingContent,
): { content: ListingContent; problems: readonly FormProblem[] } | null {
  let content = typed;
  const problems: FormProblem[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const found = draftProblems(form, content);
    if (found.length === 0) return { content, problems };
    for (const { field, message } of found) {
      problems.push({ path: pathOf(form, field), message });
      content = putBack(form, content, saved, field);
    }
  }
  return null;
}

/** Everything that keeps it from being submitted, each with its place in the form. */
export const lotFormProblems = (
  form: Form,
  values: LotValues,
  { lastPrice, byAgent = true, ...days }: Days & { lastPrice?: PriceField; byAgent?: boolean },
) => {
  const content = contentOf(form, values);
  const submitted = { ...content, heads: weighedHeads(content) };
  return submitProblems(form, submitted, days, { byAgent, ...(lastPrice && { lastPrice }) }).map(
    ({ field, message }) => ({
      path: pathOf(form, field),
      message,
    }),
  );
};
