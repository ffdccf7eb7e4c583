import { SETTING_LIMITS } from '@saleyard/domain/auction/sale-settings.ts';
import { Fragment } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '@/ui/button.tsx';
import { DateTimeField } from '@/ui/form/date-time-field.tsx';
import { CheckboxField, NumberField, TextField } from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { RowsField, TextCell } from '@/ui/form/rows-field.tsx';
import { AgentsField } from './agents-field.tsx';
import type { SaleValues } from './sale-form.ts';

const DAY_SECONDS = 24 * 3_600;

const LINK_COLUMNS = [
  { name: 'url', header: 'Address' },
  { name: 'description', header: 'What is there' },
] as const;

function Agents() {
  const isLimited = useWatch<SaleValues, 'details.settings.limitAgents'>({
    name: 'details.settings.limitAgents',
  });
  return isLimited ? <AgentsField name="details.settings.specificAgents" /> : null;
}

/** Dates that the catalogue shows with the sale's times, such as an inspection. */
function OtherDates() {
  const name = 'details.settings.additionalDateInfo';
  const { fields, append, remove } = useFieldArray<SaleValues, typeof name>({ name });
  return (
    <>
      {fields.map(({ id }, row) => (
        <Fragment key={id}>
          <TextField
            name={`${name}.${row}.title`}
            label={`Other date ${row + 1}`}
            description="For example Inspection"
          />
          <DateTimeField name={`${name}.${row}.date`} label={`Day of other date ${row + 1}`} />
          <Wide>
            <Button variant="default" onClick={() => remove(row)}>
              Remove other date {row + 1}
            </Button>
          </Wide>
        </Fragment>
      ))}
      {fields.length < SETTING_LIMITS.dates && (
        <Wide>
          <Button variant="default" onClick={() => append({ title: '', date: '' }, { shouldFocus: false })}>
            Add another date
          </Button>
        </Wide>
      )}
    </>
  );
}

/** How a sale is presented, who adds lots to it until when, and what listing in it costs. */
export function SettingsFields() {
  return (
    <>
      <FieldGroup title="How it is presented">
        <Wide>
          <TextField name="details.settings.descriptionShort" label="Short description" />
        </Wide>
        <TextField name="details.settings.imageUrl" label="Picture" description="Its address, https://…" />
        <TextField name="details.settings.logoUrl" label="Logo" description="Its address, https://…" />
        <TextField
          name="details.settings.auctionTags"
          label="Tags"
          description="Separated by commas: Feature, Weaners"
        />
        <NumberField
          name="details.settings.viewDetailsDays"
          label="Lots can be opened (days before it is live)"
          description="Empty: 10 days"
        />
        <Wide>
          <RowsField
            name="details.settings.usefulLinks"
            caption="Links"
            rowLabel="link"
            newRow={() => ({ url: '', description: '' })}
            columns={LINK_COLUMNS.map(({ name, header }) => ({
              id: name,
              header,
              required: true,
              cell: (row, index) => (
                <TextCell name={`${row}.${name}`} label={`${header}, row ${index + 1}`} />
              ),
            }))}
          />
        </Wide>
        <OtherDates />
        <Wide>
          <CheckboxField name="details.settings.studSale" label="Stud sale" />
        </Wide>
        <Wide>
          <CheckboxField
            name="details.settings.showLotNumbers"
            label="Lots show their numbers before it opens"
          />
        </Wide>
        <Wide>
          <CheckboxField name="details.settings.showCalculator" label="The catalogue shows the calculator" />
        </Wide>
      </FieldGroup>
      <FieldGroup title="Lots of sellers">
        <NumberField
          name="details.settings.addLotOpenTimer"
          label="Lots can be added (days before it is live)"
          description="Empty: the usual number of days"
          size={DAY_SECONDS}
        />
        <DateTimeField
          name="details.settings.editLotDisabledAt"
          label="Late edits end at"
          description="Empty: when the sale opens"
        />
        <NumberField
          name="details.settings.listingFee"
          label="Listing fee per head"
          description="Whole dollars without GST; empty: the published fees"
          size={100}
        />
        <Wide>
          <CheckboxField name="details.settings.limitAgents" label="Only these accounts may add lots" />
        </Wide>
        <Wide>
          <Agents />
        </Wide>
      </FieldGroup>
    </>
  );
}
