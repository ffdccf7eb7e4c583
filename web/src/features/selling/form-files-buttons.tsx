import type { Form as FormData } from '@saleyard/domain/listing/forms/field.ts';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { Row } from '@/ui/layout.tsx';
import { exportedForm, importedForm } from './form-files.ts';
import { contentOf, type LotValues, valuesOf } from './lot-values.ts';

/** What of a form is kept in files of its own. */
const FILES: ReadonlySet<string> = new Set(['documents', 'media', 'agentSignature', 'vendorSignature']);
/** ms that the browser has to read a file that it saves. */
const SAVE_MS = 10_000;

/** A button that takes a file. `take`: what is to be said of the file, or null. */
export function FileButton({
  title,
  accept,
  label,
  take,
}: {
  title: string;
  accept: string;
  label: string;
  take: (file: File) => Promise<string | null>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {title}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void take(file).then(setRefused);
          currentTarget.value = '';
        }}
      />
      {refused !== null && <MessageDialog title={title} message={refused} onClose={() => setRefused(null)} />}
    </>
  );
}

/** Export and import of the whole form as JSON, for administrators. `auction`: the number of the sale. */
export function FormFiles({ form, auction }: { form: FormData; auction: string }) {
  const { getValues, setValue } = useFormContext<LotValues>();
  const save = () => {
    const text = exportedForm(form, contentOf(form, getValues()));
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `lot-form-${form.kind}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
  };
  const take = async (file: File) => {
    // Of a file that the browser cannot read there is nothing to parse.
    const text = await file.text().catch(() => '');
    const read = importedForm(form, text);
    if (read.outcome === 'refused') return read.message;
    // Files are no part of an exported form: those of the lot stay.
    const values = Object.entries(valuesOf(form, auction, read.taken));
    for (const [name, value] of values.filter(([name]) => !FILES.has(name)))
      setValue(name as keyof LotValues, value, { shouldDirty: true });
    return read.leftOut === undefined
      ? null
      : `The form no longer has ${read.leftOut.join(', ')}. Everything else was imported.`;
  };
  return (
    <Row gap="sm" justify="flex-end">
      <Button variant="default" onClick={save}>
        Export Form
      </Button>
      <FileButton
        title="Import Form"
        accept=".json,application/json"
        label="JSON file of a form"
        take={take}
      />
    </Row>
  );
}
