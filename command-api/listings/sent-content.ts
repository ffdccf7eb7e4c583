import { mediumKey } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { SavedLot, StartedLot } from '@saleyard/contract/selling.ts';
import type { ContentChange, ListingContent } from '@saleyard/domain/listing/content.ts';
import {
  changedDetails,
  type DetailChange,
  treeDetails,
} from '@saleyard/domain/listing/forms/detail-changes.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { ownPrices } from '@saleyard/domain/listing/price-names.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { describedAs } from './lot-files.ts';

// A lot as requests send it, mapped to a listing's content.

/** The details of a request, by name or as the tree; null when the form has no such field. */
function detailsSent(
  kind: KindType,
  { values, type: _, ...named }: NonNullable<SavedLot['details']>,
): Pick<ContentChange, 'details' | 'heads'> | null {
  if (values === undefined) return Object.keys(named).length === 0 ? {} : { details: named };
  const { title: __, ...byName } = named;
  const ofTree = treeDetails(FORMS[kind], values);
  return ofTree && { ...ofTree, details: { ...ofTree.details, ...byName } };
}

/** A request's lot as the listing's content, without derived members; or why it is not one. */
export function contentSent(
  kind: KindType,
  { newMedia: _, documents: __, ...sent }: SavedLot | (StartedLot & { documents?: never }),
): ContentChange | Refusal {
  const { details = {}, draft: ___, currentBidCents: ____, biddingSwap: _____, ...lot } = sent;
  const ofForm = detailsSent(kind, details);
  if (ofForm === null)
    return refusal('invalid-request', { field: 'details', message: 'The form has no such field' });
  return { ...ofForm, ...ownPrices(lot) };
}

type Saved = { lot: SavedLot; detailsChanges?: readonly DetailChange[] };

/** A save as the listing's changes: keys of documents and media are resolved to those that the listing has. */
export async function changesOf(
  secrets: Secrets,
  { createdBy, kind, content: before }: Listing,
  { lot: sent, detailsChanges = [] }: Saved,
): Promise<ContentChange | Refusal> {
  const { documents, newMedia } = sent;
  const content = contentSent(kind, sent);
  if (isRefusal(content)) return content;
  const written = changedDetails(FORMS[kind], detailsChanges);
  if (written === null)
    return refusal('invalid-request', { field: 'detailsChanges', message: 'The form has no such field' });
  const details = { ...content.details, ...written.details };
  const lot = {
    ...content,
    ...written,
    ...(Object.keys(details).length > 0 && { details }),
  };
  const pictured = newMedia === undefined ? {} : mediaOf(before, newMedia);
  if (isRefusal(pictured)) return pictured;
  if (documents === undefined) return { ...lot, ...pictured };
  const has = new Map(before.documents.map((one) => [documentKey(one.uri), one]));
  const named = await Promise.all(
    documents.map(async ({ key, description }) => {
      const known = has.get(key);
      return known && describedAs(secrets, createdBy, known, description);
    }),
  );
  const kept = named.filter((one) => one !== undefined);
  if (kept.length < named.length || new Set(kept.map(({ uri }) => uri)).size < kept.length)
    return refusal('invalid-request', { field: 'documents', message: 'The lot has no such document' });
  return { ...lot, ...pictured, documents: kept };
}

function mediaOf(
  content: ListingContent,
  media: NonNullable<SavedLot['newMedia']>,
): Pick<ContentChange, 'media'> | Refusal {
  const has = new Map(content.media.map((one) => [mediumKey(one.url), one]));
  const kept = media.flatMap(({ key }) => has.get(key) ?? []);
  return kept.length < media.length || new Set(kept.map(({ url }) => url)).size < kept.length
    ? refusal('invalid-request', { field: 'newMedia', message: 'The lot has no such picture or video' })
    : // Media that a save can't identify by key are kept.
      { media: [...kept, ...content.media.filter(({ url }) => mediumKey(url) === '')] };
}
