import { DOCUMENT_TYPES } from '@saleyard/contract/lot-attachments.ts';
import { DOCUMENT_BYTES, documentKey } from '@saleyard/contract/lot-files.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { RowsField, TextCell } from '@/ui/form/rows-field.tsx';
import { UploadField } from '@/ui/upload/upload-field.tsx';
import { type LotValues, newLinkRow } from './lot-values.ts';
import classes from './selling.module.css';

const MOST = LOT_LIMITS.usefulLinks;

/** The address of a link, to be typed; of a PDF the file. */
function LinkCell({ row }: { row: number }) {
  const link = useWatch<LotValues, `usefulLinks.${number}`>({ name: `usefulLinks.${row}` });
  const isStored = documentKey(link?.url ?? '') !== null;
  if (!isStored && link?.file === undefined)
    return <TextCell name={`usefulLinks.${row}.url`} label={`Link, row ${row + 1}`} />;
  const name = link?.name || 'PDF';
  return (
    <span className={classes.linkedFile}>
      {isStored ? (
        <a href={link?.url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {!isStored && !link?.problem && <span className="sy-dim"> is sent with the next save</span>}
      {link?.problem && <span role="alert"> {link.problem}</span>}
    </span>
  );
}

/** Addresses and PDFs that the vendor recommends to buyers. */
export function UsefulLinkFields() {
  const { getValues, setValue } = useFormContext<LotValues>();
  const rows = useWatch<LotValues, 'usefulLinks'>({ name: 'usefulLinks' });
  const [tooMany, setTooMany] = useState<readonly string[]>([]);
  const add = (file: File) => {
    // Several may come at once.
    const now = getValues('usefulLinks');
    if (now.length >= MOST) return setTooMany((names) => [...names, file.name]);
    setTooMany([]);
    setValue('usefulLinks', [...now, newLinkRow(file)], { shouldDirty: true });
  };
  const isFull = rows.length >= MOST;
  return (
    <FieldGroup title="Useful Links">
      <Wide>
        <RowsField
          name="usefulLinks"
          caption="Useful Links"
          rowLabel="link"
          most={MOST}
          newRow={() => newLinkRow()}
          columns={[
            { id: 'url', header: 'Link', cell: (_name, row) => <LinkCell row={row} /> },
            {
              id: 'description',
              header: 'Description',
              cell: (name, row) => (
                <TextCell name={`${name}.description`} label={`Description, row ${row + 1}`} />
              ),
            },
          ]}
        />
        <div className={classes.shown}>
          {isFull ? (
            <p className="sy-dim">
              At most {MOST} useful links can be added
              {tooMany.length > 0 && `. Not added: ${tooMany.join(', ')}`}
            </p>
          ) : (
            <UploadField
              id="field-useful-pdfs"
              kind="PDF files"
              several
              accept={{ [DOCUMENT_TYPES.pdf]: ['.pdf'] }}
              mostBytes={DOCUMENT_BYTES}
              chosen={null}
              onFile={add}
            />
          )}
        </div>
      </Wide>
    </FieldGroup>
  );
}
