import { formatDateTimeWithZone } from '@saleyard/domain/presentation/dates.ts';
import type { Content, DocumentDefinition } from 'pdfmake';
import type { ManualPart } from '../content/manuals.ts';
import { framed } from './layout.ts';
import type { ManualTask } from './task.ts';

/** A part, on one page where it fits: its heading, its introduction, and its steps, numbered. */
const partOf = ({ heading, text, steps }: ManualPart): Content => ({
  unbreakable: true,
  margin: [0, 12, 0, 0],
  stack: [
    { text: heading, style: 'heading' },
    { text, fontSize: 11, margin: [0, 3, 0, 5] },
    { ol: [...steps], fontSize: 11 },
  ],
});

export const manualDocument = ({ manual, at }: ManualTask): DocumentDefinition => {
  const { name, description, parts } = manual;
  return framed({ kind: 'Manual', title: name, made: formatDateTimeWithZone(at) }, [
    { text: name, style: 'title' },
    { text: description, fontSize: 11 },
    ...parts.map(partOf),
  ]);
};
