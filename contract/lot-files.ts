import { PAPER_BYTES } from './account-files.ts';

// The files that a seller adds to a lot.

/** Bytes of a document at most. */
export const DOCUMENT_BYTES = PAPER_BYTES;

/** Media types of Office documents by file extension. */
export const OFFICE_TYPES = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
