import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Page } from '@/components/page.tsx';
import { useAddLots, useScheduleSale } from '@/features/staff/api/schedule-sale.ts';
import { serverNow } from '@/lib/clock.ts';
import { countOf } from '@/lib/money.ts';
import { ErrorSummary } from './error-summary.tsx';
import { LotsFields } from './lots-fields.tsx';
import { lotProblems, refusalProblems, saleProblems } from './problems.ts';
import { SaleFields } from './sale-fields.tsx';
import { newSaleForm, saleBody, saleFaults } from './sale-form.ts';
import classes from './schedule.module.css';
import { useLotsInput } from './use-lots-input.ts';

/** Schedule a sale with its lots. Everything wrong is listed at once, each with a link to its field. */
export function ScheduleScreen() {
  const navigate = useNavigate();
  const [form, setForm] = useState(() => newSaleForm(serverNow()));
  const lots = useLotsInput(form.kind);
  const [attempt, setAttempt] = useState(0);
  const schedule = useScheduleSale();
  const addLots = useAddLots();
  const judged = attempt > 0;
  const faults = judged ? saleFaults(form, serverNow()) : {};
  const own = judged ? [...saleProblems(faults), ...lotProblems(lots)] : [];
  const problems = own.length > 0 ? own : refusalProblems(schedule.error ?? null, lots);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (Object.keys(saleFaults(form, serverNow())).length > 0 || lotProblems(lots).length > 0) return;
    const toAdd = lots.toAdd();
    const body = saleBody(form);
    const sale = await schedule
      .mutateAsync(toAdd?.kind === 'rows' ? { ...body, lots: [...toAdd.lots] } : body)
      .catch(() => null);
    if (sale === null) return;
    // A file goes to the server as it is, which reads it again; the sale stands even when the file is refused.
    const refusal =
      toAdd?.kind === 'csv'
        ? await addLots.mutateAsync({ auction: sale._id, lots: toAdd }).then(
            () => null,
            (error: unknown) => refusalProblems(error, lots).map(({ text }) => text),
          )
        : null;
    await navigate(paths.staffSale(sale), { state: refusal && { lotsRefused: refusal } });
  };

  return (
    <Page title="Schedule a sale" before={<Link to={paths.staff}>Back to the staff desk</Link>}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
        <SaleFields
          form={form}
          faults={faults}
          onChange={(change) => setForm((known) => ({ ...known, ...change }))}
        />
        <fieldset className={classes.group}>
          <legend>Lots</legend>
          <LotsFields kind={form.kind} input={lots} judged={judged} />
        </fieldset>
        <div className={classes.submit}>
          <Button type="submit" size="md" loading={schedule.isPending || addLots.isPending}>
            {lots.count === 0 ? 'Schedule without lots' : `Schedule with ${countOf(lots.count, 'lot')}`}
          </Button>
          {lots.count === 0 && <span className="sy-dim">Lots can be added until the sale opens.</span>}
        </div>
      </form>
    </Page>
  );
}
