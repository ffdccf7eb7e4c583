import { SegmentedControl } from '@mantine/core';
import type { Kind } from './lot-columns.ts';
import { LotsFileField } from './lots-file-field.tsx';
import { LotsTable } from './lots-table.tsx';
import type { LotsInput } from './use-lots-input.ts';

const MODES = [
  { value: 'typed', label: 'Type the lots' },
  { value: 'file', label: 'From a CSV file' },
] as const;

/** Lots, typed in a table or read from a file. `judged`: faults are shown from the first press on. */
export function LotsFields({ kind, input, judged }: { kind: Kind; input: LotsInput; judged: boolean }) {
  const shown = judged ? input.faults : [];
  return (
    <>
      <SegmentedControl
        data={[...MODES]}
        value={input.mode}
        onChange={(mode) => input.setMode(mode === 'file' ? 'file' : 'typed')}
        aria-label="How to enter lots"
        mb="sm"
      />
      {input.mode === 'typed' ? (
        <LotsTable drafts={input.drafts} kind={kind} faults={shown} onChange={input.setDrafts} />
      ) : (
        <LotsFileField
          file={input.file}
          badRows={new Set(input.faults.map(({ row }) => row))}
          onChoose={input.setFile}
        />
      )}
    </>
  );
}
