import type { TextPart } from '@saleyard/domain/content/text-parts.ts';
import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import { framed } from './layout.ts';
import { printedMarkdown } from './printed-markdown.ts';
import type { ManualTask } from './task.ts';

/** A part, on one page where it fits: its heading and its text. */
const partOf = ({ heading, body }: TextPart): Content => ({
  unbreakable: true,
  margin: [0, 12, 0, 0],
  fontSize: 11,
  stack: [{ text: heading, style: 'heading' }, ...printedMarkdown(body)],
});

export const manualDocument = ({ manual, at }: ManualTask): DocumentDefinition => {
  const { name, description, parts } = manual;
  return framed({ kind: 'Manual', title: name, made: formatDateTimeWithZone(at) }, [
    { text: name, style: 'title' },
    { fontSize: 11, stack: printedMarkdown(description) },
    ...parts.map(partOf),
  ]);
};
