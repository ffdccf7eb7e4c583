import type { Me } from '@saleyard/contract/accounts.ts';
import { lotTemplateOperations } from '@saleyard/contract/operations/lot-templates.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type { LotTemplate, StartingLot } from '@saleyard/contract/selling.ts';
import { carriedOver } from '@saleyard/domain/listing/carried-over.ts';
import { type ContentChange, changed, emptyContent } from '@saleyard/domain/listing/content.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { TEMPLATE_NAME_MOST } from '@saleyard/domain/listing/templates.ts';
import { LISTING_LABELS } from '@saleyard/domain/presentation/listings.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import {
  type FavouritePic,
  favouritePicsQuery,
} from '@/features/selling/favourite-pics/favourite-pics-query.ts';
import { call } from '@/lib/api-client.ts';
import { errorTextOf } from '@/lib/api-error.ts';
import { useDebouncedValue } from '@/lib/delays.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog, MessageDialog } from '@/ui/dialog.tsx';
import { TextInput } from '@/ui/inputs.tsx';
import { Text } from '@/ui/layout.tsx';
import { Empty, ReadRows } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { type Carried, startFrom } from './carried.tsx';
import { contentOf, type LotValues, savable, valuesOf } from './lot-values.ts';
import { lotTemplatesQuery, startingLotsQuery } from './selling-queries.ts';
import classes from './start-from.module.css';
import { fillVendor } from './vendor-field.tsx';

/** ms after the last key until the lots are searched. */
const SEARCH_MS = 250;

/** One thing to choose, with what sets it apart from the others. */
function Choice({
  name,
  facts,
  onChoose,
  more,
}: {
  name: string;
  facts: readonly string[];
  onChoose: () => void;
  more?: ReactNode;
}) {
  return (
    <li>
      <button type="button" className={classes.choice} onClick={onChoose}>
        <strong>{name}</strong>
        <Text as="span" size="sm" tone="dim" anywhere>
          {facts.filter((fact) => fact !== '').join(' · ')}
        </Text>
      </button>
      {more}
    </li>
  );
}

function LotsDialog({
  form,
  onChoose,
  onClose,
}: {
  form: Form;
  onChoose: (lot: StartingLot) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed, SEARCH_MS);
  const query = useQuery(startingLotsQuery(form.kind, search));
  return (
    <Dialog title="Start from one of my lots" onClose={onClose} withCancel actions={null}>
      <TextInput
        label="Find by title, vendor, town, sale or number"
        type="search"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ReadRows query={query} label="Loading your lots…">
        {(lots) =>
          lots.length === 0 ? (
            <Empty title={search === '' ? 'You have no earlier lots of this kind.' : 'No lot fits.'} />
          ) : (
            <ul className={classes.choices}>
              {lots.map((lot) => (
                <Choice
                  key={lot._id}
                  name={lot.title}
                  facts={[lot.vendorName, lot.town, lot.auctionTitle, LISTING_LABELS[lot.phase]]}
                  onChoose={() => onChoose(lot)}
                />
              ))}
            </ul>
          )
        }
      </ReadRows>
    </Dialog>
  );
}

function TemplatesDialog({
  form,
  onChoose,
  onClose,
}: {
  form: Form;
  onChoose: (template: LotTemplate) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const query = useQuery(lotTemplatesQuery);
  const [deleted, setDeleted] = useState<LotTemplate | null>(null);
  const remove = useMutation({
    mutationFn: ({ _id: template }: LotTemplate) =>
      call(lotTemplateOperations.deleteLotTemplate, { params: { template } }),
    onSuccess: () => setDeleted(null),
    onSettled: () => client.invalidateQueries(lotTemplatesQuery),
  });
  if (deleted !== null)
    return (
      <Dialog
        title="Delete template"
        onClose={() => setDeleted(null)}
        withCancel
        actions={
          <Button color="ochre" loading={remove.isPending} onClick={() => remove.mutate(deleted)}>
            Delete
          </Button>
        }
      >
        <p>{`Delete the template ${deleted.name}? Lots that were started from it stay.`}</p>
        {remove.error && <p role="alert">{errorTextOf(remove.error).message}</p>}
      </Dialog>
    );
  return (
    <Dialog title="Start from a template" onClose={onClose} withCancel actions={null}>
      <ReadRows query={query} label="Loading your templates…">
        {(all) => {
          const templates = all.filter(({ kindType }) => kindType === form.kind);
          if (templates.length === 0)
            return (
              <Empty title={`You have no templates for ${form.title} yet.`}>
                <p>Fill in a lot and choose Save as template.</p>
              </Empty>
            );
          return (
            <ul className={classes.choices}>
              {templates.map((template) => (
                <Choice
                  key={template._id}
                  name={template.name}
                  facts={['vendorName', 'breed', 'sex'].map((name) =>
                    String(template.lot.details?.[name as 'breed'] ?? ''),
                  )}
                  onChoose={() => onChoose(template)}
                  more={
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`Delete ${template.name}`}
                      onClick={() => setDeleted(template)}
                    >
                      Delete
                    </Button>
                  }
                />
              ))}
            </ul>
          );
        }}
      </ReadRows>
    </Dialog>
  );
}

function VendorsDialog({
  onChoose,
  onClose,
}: {
  onChoose: (vendor: FavouritePic) => void;
  onClose: () => void;
}) {
  const query = useQuery(favouritePicsQuery);
  const [typed, setTyped] = useState('');
  const sought = typed.trim().toLowerCase();
  return (
    <Dialog title="Start from a saved vendor" onClose={onClose} withCancel actions={null}>
      <TextInput
        label="Find by name, PIC or town"
        type="search"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ReadRows query={query} label="Loading your vendors…">
        {(all) => {
          const vendors = all.filter(({ vendorName, pic, town }) =>
            [vendorName, pic, town].some((text) => text.toLowerCase().includes(sought)),
          );
          if (vendors.length === 0)
            return (
              <Empty title={sought === '' ? 'You have saved no vendors yet.' : 'No vendor fits.'}>
                {sought === '' && <p>Fill in a vendor and choose Save this vendor.</p>}
              </Empty>
            );
          return (
            <ul className={classes.choices}>
              {vendors.map((vendor) => (
                <Choice
                  key={vendor._id}
                  name={vendor.vendorName || vendor.pic}
                  facts={[vendor.vendorName === '' ? '' : vendor.pic, vendor.town, vendor.state]}
                  onChoose={() => onChoose(vendor)}
                />
              ))}
            </ul>
          );
        }}
      </ReadRows>
    </Dialog>
  );
}

/** Saves what the form says as a template. */
function SaveTemplateDialog({ form, onClose }: { form: Form; onClose: () => void }) {
  const { getValues } = useFormContext<LotValues>();
  const client = useQueryClient();
  const [name, setName] = useState(() =>
    String(getValues('details.title') ?? '').slice(0, TEMPLATE_NAME_MOST),
  );
  const save = useMutation({
    mutationFn: () => {
      const empty = emptyContent(form.countWeighed);
      // What can't be saved in a draft is not in a template either.
      const content = savable(form, contentOf(form, getValues()), empty)?.content ?? empty;
      const lot = carriedOver(form, content) as LotTemplate['lot'];
      return call(lotTemplateOperations.saveLotTemplate, { body: { name, kindType: form.kind, lot } });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(lotTemplatesQuery),
  });
  return (
    <Dialog
      title="Save as template"
      onClose={onClose}
      withCancel
      actions={
        <Button
          disabled={name.trim() === '' || name.length > TEMPLATE_NAME_MOST}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save template
        </Button>
      }
    >
      <p>
        Weights, dates, pictures, documents, signatures and declarations are left out: each lot has its own.
      </p>
      <TextInput
        label="Name of the template"
        autoComplete="off"
        data-autofocus
        most={TEMPLATE_NAME_MOST}
        value={name}
        error={save.error ? errorTextOf(save.error).message : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Dialog>
  );
}

type Shown = 'lots' | 'templates' | 'vendors' | 'save';

/**
 * What a new lot can start from, and a way to save it as a template. `isNew`: the lot was begun in this form.
 * `day`: the sale's.
 */
export function StartFrom({
  me,
  form,
  day,
  isNew,
  isTyped,
  isFirst,
  onStarted,
}: {
  me: Me;
  form: Form;
  day: string;
  isNew: boolean;
  /** Something was typed already. */
  isTyped: boolean;
  /** The first section is shown: on a phone this is above that one alone. */
  isFirst: boolean;
  onStarted: (carried: Carried) => void;
}) {
  const lotForm = useFormContext<LotValues, unknown, LotValues>();
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown | null>(null);
  const { ask, question } = useQuestion();
  const close = () => setShown(null);
  const fill = (source: ContentChange, name: string) => {
    const content = changed(emptyContent(form.countWeighed), source);
    onStarted(startFrom(lotForm, { data: form, me, day }, content, name));
  };
  /** What was typed by hand is replaced only after a question. */
  const carefully = (name: string, then: () => void) => {
    close();
    if (!isTyped) return then();
    ask(
      {
        title: `Start from ${name}`,
        message: 'Its values replace those in the form. Weights, pictures and declarations stay as they are.',
        yes: 'Replace',
      },
      then,
    );
  };
  const read = useMutation({
    mutationFn: async (lot: Pick<StartingLot, '_id' | 'title'>) => {
      const found = await call(sellingOperations.ownListing, { params: { lot: lot._id } });
      return contentOf(form, valuesOf(form, '', found.lot.content));
    },
    onSuccess: (content, { title }) => fill(content, title),
  });
  const last = useMutation({
    mutationFn: () => client.fetchQuery({ ...startingLotsQuery(form.kind, ''), staleTime: 0 }),
    onSuccess: ([lot]) => lot && carefully(lot.title, () => read.mutate(lot)),
  });
  const hasNone = last.data?.length === 0;
  const error = last.error ?? read.error;
  return (
    <div className={classes.row} data-first={isFirst || undefined}>
      {isNew && (
        <>
          <span>Start from</span>
          <Button
            variant="default"
            size="compact-md"
            loading={last.isPending || read.isPending}
            onClick={() => last.mutate()}
          >
            Last lot
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setShown('lots')}>
            One of mine
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setShown('templates')}>
            Template
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setShown('vendors')}>
            Saved vendor
          </Button>
        </>
      )}
      <Button variant="subtle" size="compact-md" className={classes.save} onClick={() => setShown('save')}>
        Save as template
      </Button>
      {shown === 'lots' && (
        <LotsDialog
          form={form}
          onClose={close}
          onChoose={(lot) => carefully(lot.title, () => read.mutate(lot))}
        />
      )}
      {shown === 'templates' && (
        <TemplatesDialog
          form={form}
          onClose={close}
          onChoose={({ name, lot }) => carefully(name, () => fill(lot as ContentChange, name))}
        />
      )}
      {shown === 'vendors' && (
        <VendorsDialog
          onClose={close}
          onChoose={(vendor) => {
            close();
            fillVendor(lotForm.setValue, vendor);
          }}
        />
      )}
      {shown === 'save' && <SaveTemplateDialog form={form} onClose={close} />}
      {hasNone && (
        <MessageDialog
          title="Start from the last lot"
          message={`You have no earlier lot of ${form.title}.`}
          onClose={() => last.reset()}
        />
      )}
      {error && (
        <MessageDialog
          title="Not started"
          message={errorTextOf(error).message}
          onClose={() => {
            last.reset();
            read.reset();
          }}
        />
      )}
      {question}
    </div>
  );
}
