import { DOCUMENT_TYPES } from '@saleyard/contract/lot-attachments.ts';
import { DOCUMENT_BYTES } from '@saleyard/contract/lot-files.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { ICON_SIZES, IconTrash } from '@/config/icons.ts';
import { newCommandId } from '@/lib/random.ts';
import { IconButton } from '@/ui/button.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { TextInput } from '@/ui/inputs.tsx';
import { Grid } from '@/ui/layout.tsx';
import { UploadField } from '@/ui/upload/upload-field.tsx';
import type { DocumentRow, LotValues } from './lot-values.ts';
import classes from './selling.module.css';

const ACCEPTED = {
  ...Object.fromEntries(Object.entries(DOCUMENT_TYPES).map(([ending, type]) => [type, [`.${ending}`]])),
  [DOCUMENT_TYPES.jpg]: ['.jpg', '.jpeg', '.jfif'],
};

/** A document, with what is said of it. */
function DocumentLine({
  row,
  number,
  onChange,
  onRemove,
}: {
  row: DocumentRow;
  number: number;
  onChange: (row: DocumentRow) => void;
  onRemove: () => void;
}) {
  const { name, uri, description, problem } = row;
  return (
    <li className={classes.file}>
      <div className={classes.fileName}>
        {uri === '' ? <span>{name}</span> : <a href={uri}>{name}</a>}
        {uri === '' && !problem && <span className="sy-dim"> is sent with the next save</span>}
        {problem && <span role="alert"> {problem}</span>}
      </div>
      <TextInput
        label={`Description, document ${number}`}
        most={LOT_LIMITS.attachmentDescription}
        value={description}
        onChange={({ currentTarget }) => onChange({ ...row, description: currentTarget.value })}
      />
      <IconButton aria-label={`Remove document ${number}`} onClick={onRemove}>
        <IconTrash size={ICON_SIZES.md} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The documents that come with the lot. A new one is only here until the lot is saved. */
export function DocumentFields() {
  const { field } = useController<LotValues, 'documents'>({ name: 'documents' });
  const { getValues } = useFormContext<LotValues>();
  const rows = field.value;
  const [tooMany, setTooMany] = useState<readonly string[]>([]);
  const add = (file: File) => {
    // Several may come at once.
    const now = getValues('documents');
    if (now.length >= LOT_LIMITS.documents) return setTooMany((names) => [...names, file.name]);
    setTooMany([]);
    field.onChange([
      ...now,
      { id: newCommandId(), name: file.name, uri: '', description: '', isNew: true, file },
    ]);
  };
  const isFull = rows.length >= LOT_LIMITS.documents;
  return (
    <FieldGroup title="Documents">
      <Wide>
        {rows.length > 0 && (
          <Grid as="ul" single gap="sm" mb="sm">
            {rows.map((row, index) => (
              <DocumentLine
                key={row.id}
                row={row}
                number={index + 1}
                onChange={(now) => field.onChange(rows.with(index, now))}
                onRemove={() => field.onChange(rows.toSpliced(index, 1))}
              />
            ))}
          </Grid>
        )}
        {isFull ? (
          <p className="sy-dim">
            At most {LOT_LIMITS.documents} documents can be added
            {tooMany.length > 0 && `. Not added: ${tooMany.join(', ')}`}
          </p>
        ) : (
          <UploadField
            id="field-documents"
            kind="PDF, Word, Excel, JPG or PNG files"
            several
            accept={ACCEPTED}
            mostBytes={DOCUMENT_BYTES}
            chosen={null}
            onFile={add}
          />
        )}
      </Wide>
    </FieldGroup>
  );
}
