import { versionOf } from '@saleyard/domain/content/text.ts';
import { type TextId, textInForce } from '@saleyard/domain/content/texts.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { readState } from '../state-documents.ts';

/** A text in force, and its version: 1 is the shipped one. */
export async function readText(documents: Documents, id: TextId): Promise<{ text: string; version: number }> {
  const state = await readState(documents, STREAMS.text, id);
  return { text: textInForce(id, state), version: versionOf(state) };
}
