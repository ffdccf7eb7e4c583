import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useAddLots, useScheduleSale } from '@/features/staff/api/schedule-sale.ts';
import { serverNow } from '@/lib/clock.ts';
import { useMe } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { readDraft, useDraft } from '@/ui/form/draft.ts';
import { FieldGroup, Form, Wide } from '@/ui/form/form.tsx';
import { SavedNote } from '@/ui/form/saved-note.tsx';
import { BackLink, Loading, Page } from '@/ui/page.tsx';
import { useQuestion } from '@/ui/question-dialog.tsx';
import { toast } from '@/ui/toasts.tsx';
import { UploadProgress } from '@/ui/upload/upload-field.tsx';
import { LotsFields } from './lots-fields.tsx';
import { describeLots, lotsCount, lotsToAdd, refusalLines, refusedLotsPath } from './lots-form.ts';
import { SaleFields } from './sale-fields.tsx';
import { newSale, type SaleValues, type saleBody, saleResolver } from './sale-form.ts';
import classes from './schedule.module.css';

const resolver = saleResolver(serverNow);

function Lots() {
  const kind = useWatch<SaleValues, 'details.kind'>({ name: 'details.kind' });
  return (
    <FieldGroup title="Lots">
      <Wide>
        <LotsFields kind={kind} />
      </Wide>
    </FieldGroup>
  );
}

function SubmitButton({ pending }: { pending: boolean }) {
  const count = lotsCount(useWatch<SaleValues, 'lots'>({ name: 'lots' }));
  return (
    <>
      <Button type="submit" size="md" loading={pending}>
        {count === 0 ? 'Schedule without lots' : `Schedule with ${countOf(count, 'lot')}`}
      </Button>
      {count === 0 && <span className="sy-dim">Lots can be added until the sale opens.</span>}
    </>
  );
}

/**
 * Schedule a sale with its lots. Everything wrong is listed at once, each with a link to its field; what is typed is
 * kept as a draft until the sale stands.
 */
export function ScheduleScreen() {
  const me = useMe();
  return me ? <ScheduleForm person={me._id} /> : <Loading label="Opening the form…" />;
}

function ScheduleForm({ person }: { person: string }) {
  const navigate = useNavigate();
  const draftName = { person, form: 'sale', version: 2 };
  const [kept] = useState(() => readDraft<SaleValues>(draftName));
  const form = useForm<SaleValues, unknown, ReturnType<typeof saleBody>>({
    defaultValues: kept?.values ?? newSale(serverNow()),
    resolver,
    shouldFocusError: false,
  });
  const { forget, ...saved } = useDraft(form, draftName);
  const { ask, question } = useQuestion();
  const schedule = useScheduleSale();
  const addLots = useAddLots();

  const submit = async (body: ReturnType<typeof saleBody>) => {
    const toAdd = lotsToAdd(form.getValues('lots'));
    const sale = await schedule.mutateAsync(
      toAdd?.kind === 'rows' ? { ...body, lots: [...toAdd.lots] } : body,
    );
    forget();
    // A file goes to the server as it is, which reads it again; the sale stands even when the file is refused.
    const refused =
      toAdd?.kind === 'csv'
        ? await addLots.mutateAsync({ auction: sale._id, lots: toAdd }).then(
            () => null,
            (error: unknown) => refusalLines(error),
          )
        : null;
    toast(`The sale is scheduled as No. ${sale.searchNumber}`);
    await navigate(paths.staffSale(sale), { state: refused && { lotsRefused: refused } });
  };

  const startAgain = () =>
    ask(
      {
        title: 'Start again?',
        message: 'Everything typed here is thrown away, the lots too.',
        yes: 'Start again',
        danger: true,
      },
      () => {
        form.reset(newSale(serverNow()));
        forget();
      },
    );

  return (
    <Page title="Schedule a sale" before={<BackLink to={paths.staff}>Back to the Staff Desk</BackLink>}>
      {question}
      <Form
        form={form}
        onSubmit={submit}
        describe={describeLots}
        refusedPath={(field) =>
          field.startsWith('lots') ? refusedLotsPath(field, form.getValues('lots')) : field
        }
      >
        <SaleFields />
        <Lots />
        <div className={classes.submit}>
          <UploadProgress share={addLots.sent} label="Sending the file" />
          <SubmitButton pending={schedule.isPending || addLots.isPending} />
          <span className={classes.draft}>
            <SavedNote {...saved} />
            {saved.savedAt !== null && (
              <Button variant="subtle" size="compact-sm" onClick={startAgain}>
                Start again
              </Button>
            )}
          </span>
        </div>
      </Form>
    </Page>
  );
}
