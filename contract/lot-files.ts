import { PAPER_BYTES } from './account-files.ts';

// The files that a seller adds to a lot: what pages need without the schemas of lot-attachments.ts.

/** Bytes of a document at most. */
export const DOCUMENT_BYTES = PAPER_BYTES;

/** Media types of Office documents by file extension. */
export const OFFICE_TYPES = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const DOCUMENT_ADDRESS = /^\/api\/v1\/download-file\/([0-9a-f]{32})\?/;

/** The key of a document from its address; null: it is stored elsewhere. */
export const documentKey = (address: string): string | null => DOCUMENT_ADDRESS.exec(address)?.[1] ?? null;
