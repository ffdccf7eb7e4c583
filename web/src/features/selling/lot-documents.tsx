import { DOCUMENT_TYPE } from '@saleyard/contract/lot-attachments.ts';
import { DOCUMENT_BYTES } from '@saleyard/contract/lot-files.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { useController } from 'react-hook-form';
import { ICON_SIZES, IconTrash } from '@/config/icons.ts';
import { newCommandId } from '@/lib/random.ts';
import { IconButton } from '@/ui/button.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { TextInput } from '@/ui/inputs.tsx';
import { UploadField } from '@/ui/upload/upload-field.tsx';
import type { DocumentRow, LotValues } from './lot-values.ts';
import classes from './selling.module.css';

const ACCEPTED = { [DOCUMENT_TYPE]: ['.pdf'] };

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
  const rows = field.value;
  const isFull = rows.length >= LOT_LIMITS.documents;
  return (
    <FieldGroup title="Documents">
      <Wide>
        {rows.length > 0 && (
          <ul className={classes.files}>
            {rows.map((row, index) => (
              <DocumentLine
                key={row.id}
                row={row}
                number={index + 1}
                onChange={(now) => field.onChange(rows.with(index, now))}
                onRemove={() => field.onChange(rows.toSpliced(index, 1))}
              />
            ))}
          </ul>
        )}
        {isFull ? (
          <p className="sy-dim">At most {LOT_LIMITS.documents} documents can be added</p>
        ) : (
          <UploadField
            id="field-documents"
            kind="a PDF file"
            accept={ACCEPTED}
            mostBytes={DOCUMENT_BYTES}
            chosen={null}
            onFile={(file) =>
              field.onChange([
                ...rows,
                { id: newCommandId(), name: file.name, uri: '', description: '', isNew: true, file },
              ])
            }
          />
        )}
      </Wide>
    </FieldGroup>
  );
}
