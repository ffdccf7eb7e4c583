import type { Manual } from '@saleyard/contract/content.ts';
import { type ManualInParts, manualOf } from '@saleyard/domain/content/text-parts.ts';
import type { TextId } from '@saleyard/domain/content/texts.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readText } from './texts.queries.ts';

/** A manual's id in its addresses. `key` identifies its file and its text, and never changes. */
type ManualKey = { readonly _id: string; readonly key: TextId };

/** A manual as it is in force. */
export type ManualText = ManualKey & ManualInParts;

/** The manuals, in the order of the list. */
export const MANUALS: readonly ManualKey[] = [
  { _id: 'buying', key: 'manual-buying' },
  { _id: 'selling', key: 'manual-selling' },
  { _id: 'assessing', key: 'manual-assessing' },
];

/** A manual with its text in force. */
export async function readManual(documents: Documents, manual: ManualKey): Promise<ManualText> {
  const { text } = await readText(documents, manual.key);
  return { ...manual, ...manualOf(text) };
}

/** The URL of a manual's PDF, and its file name. */
const urlOf = ({ key, name }: ManualText): string =>
  `/api/v1/download-file/${key}?${new URLSearchParams({ fileName: `${name}.pdf` })}`;

/** A manual as it is listed. */
export const listedManual = (manual: ManualText): Manual => {
  const { _id, name, description, key } = manual;
  return { _id, name, description, document: { key, url: urlOf(manual) }, delete: false };
};
