import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import type { AuctionType } from '@saleyard/domain/auction/terms.ts';
import { AUCTION_TYPE_EXPLAINED, AUCTION_TYPE_LABELS, KIND_TITLES } from '@/lib/labels.ts';
import type { Kind } from './lot-columns.ts';
import { PolicyFields } from './policy-fields.tsx';
import { type SaleFaults, type SaleForm, termFieldsOf } from './sale-form.ts';
import classes from './schedule.module.css';

const TYPES = Object.keys(AUCTION_TYPE_LABELS) as AuctionType[];
const KINDS = Object.entries(KIND_TITLES).map(([value, label]) => ({ value, label }));

/** The id of a sale's field, for the error summary to link to. */
export const saleFieldId = (name: string): string => `sale-${name}`;

/** What people read of the sale, and how it runs. */
export function SaleFields({
  form,
  faults,
  onChange,
}: {
  form: SaleForm;
  faults: SaleFaults;
  onChange: (change: Partial<SaleForm>) => void;
}) {
  const text = (
    name: Exclude<keyof SaleForm, 'policy' | 'public' | 'allowAutoBid' | 'allowUpcomingBid'>,
  ) => ({
    id: saleFieldId(name),
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  const inTurn = form.type === 'sequential' || form.type === 'sequentialOffline';
  return (
    <>
      <fieldset className={classes.group}>
        <legend>The sale</legend>
        <div className={classes.fields}>
          <TextInput label="Title" {...text('title')} className={classes.wide} />
          <NativeSelect
            label="Kind"
            data={KINDS}
            value={form.kind}
            onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as Kind })}
          />
          <Textarea label="Description" rows={3} {...text('description')} className={classes.wide} />
          <Textarea
            label="Sections of the catalogue"
            description="One per line: name | what it holds. Leave empty for none."
            rows={2}
            {...text('sections')}
            className={classes.wide}
          />
          <Checkbox
            label="Public: anyone may watch without an account"
            checked={form.public}
            onChange={({ currentTarget }) => onChange({ public: currentTarget.checked })}
            className={classes.wide}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>How it runs</legend>
        <Radio.Group
          label="Type"
          value={form.type}
          onChange={(type) => onChange({ type: type as AuctionType })}
          className={classes.types}
        >
          {TYPES.map((type) => (
            <Radio
              key={type}
              value={type}
              label={AUCTION_TYPE_LABELS[type]}
              description={AUCTION_TYPE_EXPLAINED[type]}
            />
          ))}
        </Radio.Group>
        <div className={classes.fields}>
          <TextInput
            type="datetime-local"
            label="Opens at (Sydney)"
            description="Auto-bids may be set from then on"
            {...text('openAt')}
          />
          <TextInput
            type="datetime-local"
            label="Goes live at (Sydney)"
            description="Bidding begins"
            {...text('liveAt')}
          />
          {termFieldsOf(form.type).map(({ name, label, unit, help }) => (
            <TextInput
              key={name}
              label={`${label} (${unit})`}
              description={help}
              inputMode="numeric"
              {...text(name)}
            />
          ))}
          <Checkbox
            label="Auto-bids are allowed"
            checked={form.allowAutoBid}
            onChange={({ currentTarget }) => onChange({ allowAutoBid: currentTarget.checked })}
            className={classes.wide}
          />
          {inTurn && (
            <Checkbox
              label="Auto-bids may be set on lots still to come"
              checked={form.allowUpcomingBid}
              onChange={({ currentTarget }) => onChange({ allowUpcomingBid: currentTarget.checked })}
              className={classes.wide}
            />
          )}
        </div>
        <PolicyFields policy={form.policy} onChange={(policy) => onChange({ policy })} />
      </fieldset>
    </>
  );
}
