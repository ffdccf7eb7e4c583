import { useMemo, useState } from 'react';
import type { LotsToAdd } from '@/features/staff/api/schedule-sale.ts';
import type { Kind } from './lot-columns.ts';
import { faultsOf, isBlank, type LotDraft, type LotFault, lotBody, nextDraft } from './lot-draft.ts';
import type { ChosenFile } from './lots-file-field.tsx';

export type LotsMode = 'typed' | 'file';

/** Lots being entered, typed or from a file, and everything wrong with them so far. */
export type LotsInput = {
  mode: LotsMode;
  setMode: (mode: LotsMode) => void;
  drafts: readonly LotDraft[];
  setDrafts: (change: (drafts: readonly LotDraft[]) => readonly LotDraft[]) => void;
  file: ChosenFile | null;
  setFile: (file: ChosenFile) => void;
  /** Of the typed rows, or of the file's. Rows that say nothing are not judged. */
  faults: readonly LotFault[];
  /** The file's own lines, by row. */
  lines: readonly number[];
  /** Lots that would be added. */
  count: number;
  /** The lots to hand over; null while there are none, or while something is wrong. */
  toAdd: () => LotsToAdd | null;
};

/** Holds the lots of a form for a sale of this kind. */
export function useLotsInput(kind: Kind): LotsInput {
  const [mode, setMode] = useState<LotsMode>('typed');
  const [drafts, setDrafts] = useState<readonly LotDraft[]>(() => [nextDraft('typed-0', kind)]);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const read = mode === 'file' && file?.read.outcome === 'read' ? file.read : null;
  const faults = useMemo(() => {
    if (mode === 'file') return read ? faultsOf(read.drafts, kind) : [];
    // Blank rows keep their place, so that a fault names the row people see.
    return faultsOf(drafts, kind).filter(({ row }) => !isBlank(drafts[row] ?? nextDraft('', kind)));
  }, [mode, read, drafts, kind]);
  const filled = drafts.filter((draft) => !isBlank(draft));
  const count = mode === 'file' ? (read?.drafts.length ?? 0) : filled.length;
  return {
    mode,
    setMode,
    drafts,
    setDrafts,
    file,
    setFile,
    faults,
    lines: read?.lines ?? [],
    count,
    toAdd: () => {
      if (count === 0 || faults.length > 0) return null;
      return mode === 'file' && file
        ? { kind: 'csv', text: file.text }
        : { kind: 'rows', lots: filled.map((draft) => lotBody(draft)) };
    },
  };
}
