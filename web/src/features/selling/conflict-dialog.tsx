import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Radio, RadioGroup } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Stack } from '@/ui/layout.tsx';
import { headOfPath } from './heads-values.ts';
import { labelOf, valueText } from './lot-labels.ts';
import type { Conflict } from './merge.ts';

/** Weights of single head that are shown at once; more are chosen together, or one by one if that is wanted. */
const HEADS_SHOWN = 10;

type Choice = { paths: readonly string[]; label: string; mine: string; theirs: string };

/** What is chosen at once: one value, or several that depend on each other. */
function choicesOf(form: Form, conflicts: readonly Conflict[], isByHead: boolean): readonly Choice[] {
  const heads = conflicts.filter(({ path }) => headOfPath(path) !== null);
  const isTogether = !isByHead && heads.length > HEADS_SHOWN;
  const groups = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const { path, group = path } = conflict;
    const name = isTogether && headOfPath(path) !== null ? 'heads' : group;
    groups.set(name, [...(groups.get(name) ?? []), conflict]);
  }
  return [...groups].map(([name, all]) => {
    const paths = all.map(({ path }) => path);
    if (name === 'heads') {
      const text = `${all.length} weights or scores`;
      return { paths, label: labelOf(form, 'heads'), mine: text, theirs: text };
    }
    const textOf = (side: 'mine' | 'theirs') =>
      all.map((conflict) => valueText(form, conflict.path, conflict[side])).join(', ');
    const label = paths.map((path) => labelOf(form, path)).join(', ');
    return { paths, label, mine: textOf('mine'), theirs: textOf('theirs') };
  });
}

/** What was changed here and elsewhere: for each place, which of the two is to stand. */
export function ConflictDialog({
  form,
  conflicts,
  onClose,
  onSettle,
}: {
  form: Form;
  conflicts: readonly Conflict[];
  /** Nothing is chosen yet. */
  onClose: () => void;
  onSettle: (theirs: readonly string[]) => void;
}) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const [isByHead, setByHead] = useState(false);
  const choose = (paths: readonly string[], which: string) => {
    const next = new Set(theirs);
    for (const path of paths) {
      if (which === 'theirs') next.add(path);
      else next.delete(path);
    }
    setTheirs(next);
  };
  const choices = choicesOf(form, conflicts, isByHead);
  return (
    <Dialog
      title="Changed in two places"
      onClose={onClose}
      actions={<Button onClick={() => onSettle([...theirs])}>Keep these values</Button>}
    >
      <p>
        These were changed here and in another window, or by another person. Everything else was brought
        together.
      </p>
      {choices.map(({ paths, label, mine, theirs: other }) => (
        <RadioGroup
          key={label}
          label={label}
          value={paths.every((path) => theirs.has(path)) ? 'theirs' : 'mine'}
          onChange={(which) => choose(paths, which)}
        >
          <Stack gap="xs">
            <Radio value="mine" label={`Typed here: ${mine}`} />
            <Radio value="theirs" label={`Changed elsewhere: ${other}`} />
          </Stack>
        </RadioGroup>
      ))}
      {choices.some(({ label }) => label === labelOf(form, 'heads')) && (
        <Button variant="default" onClick={() => setByHead(true)}>
          Choose head by head
        </Button>
      )}
    </Dialog>
  );
}
