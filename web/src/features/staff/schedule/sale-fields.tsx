import { AUCTION_TYPE_NAMES, AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { DURATIONS } from '@saleyard/domain/auction/types/durations.ts';
import { KIND_TITLES, STATES } from '@saleyard/domain/listing/stock.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { kindsQuery } from '@/lib/auctions.ts';
import { DateTimeField } from '@/ui/form/date-time-field.tsx';
import { CheckboxField, ChoiceField, MultiChoiceField, NumberField, TextField } from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';
import { RowsField, TextCell } from '@/ui/form/rows-field.tsx';
import { PolicyFields } from './policy-fields.tsx';
import type { SaleValues } from './sale-form.ts';
import { SettingsFields } from './settings-fields.tsx';

const TYPES = AUCTION_TYPE_NAMES.map((value) => ({
  value,
  label: AUCTION_TYPES[value].label,
  description: AUCTION_TYPES[value].explained,
}));
const KINDS = Object.entries(KIND_TITLES).map(([value, label]) => ({ value, label }));
const STATE_OPTIONS = STATES.map((state) => ({ value: state, label: state }));

const SECTION_COLUMNS = [
  { name: 'tabName', header: 'Section', required: true },
  { name: 'description', header: 'What it holds', required: false },
] as const;

function Sections() {
  return (
    <RowsField
      name="details.auctionTabs"
      caption="Sections of the catalogue"
      rowLabel="section"
      newRow={() => ({ tabName: '', description: '' })}
      columns={SECTION_COLUMNS.map(({ name, header, required }) => ({
        id: name,
        header,
        required,
        cell: (row, index) => <TextCell name={`${row}.${name}`} label={`${header}, row ${index + 1}`} />,
      }))}
    />
  );
}

/** What people read of the sale, and how it runs. `isScheduled`: its kind stays. */
export function SaleFields({ isScheduled = false }: { isScheduled?: boolean }) {
  const type = useWatch<SaleValues, 'terms.type'>({ name: 'terms.type' });
  const { data: taken } = useQuery(kindsQuery);
  // Until it is known which are taken, all are offered: the server decides.
  const kinds = KINDS.filter(({ value }) => taken?.some((kind) => kind.type === value) ?? true);
  return (
    <>
      <FieldGroup title="The sale">
        <Wide>
          <TextField name="details.title" label="Title" />
        </Wide>
        {!isScheduled && <ChoiceField name="details.kind" label="Kind" options={kinds} />}
        <Wide>
          <TextField name="details.description" label="Description" lines={3} />
        </Wide>
        <Wide>
          <MultiChoiceField
            name="details.states"
            label="Location"
            description="None: the states of its lots"
            options={STATE_OPTIONS}
          />
        </Wide>
        <Wide>
          <CheckboxField name="details.public" label="Public: anyone may watch without an account" />
        </Wide>
      </FieldGroup>
      <FieldGroup title="Sections of the catalogue">
        <Wide>
          <Sections />
        </Wide>
      </FieldGroup>
      <FieldGroup title="How it runs">
        <Wide>
          <ChoiceField name="terms.type" label="Type" options={TYPES} all />
        </Wide>
        <DateTimeField name="terms.openAt" label="Opens at" description="Auto-bids may be set from then on" />
        <DateTimeField name="terms.liveAt" label="Goes live at" description="Bidding begins" />
        {AUCTION_TYPES[type].durations.map((name) => {
          const { label, unit, help } = DURATIONS[name];
          return (
            <NumberField
              key={name}
              name={`terms.${name}`}
              label={`${label} (${unit.name})`}
              description={help}
              size={unit.size}
            />
          );
        })}
        <Wide>
          <CheckboxField name="terms.allowAutoBid" label="Auto-bids are allowed" />
        </Wide>
        {AUCTION_TYPES[type].inTurn && (
          <Wide>
            <CheckboxField name="terms.allowUpcomingBid" label="Auto-bids may be set on lots still to come" />
          </Wide>
        )}
        <Wide>
          <PolicyFields />
        </Wide>
      </FieldGroup>
      <SettingsFields />
      <FieldGroup title="Corrections that need a second person">
        <NumberField
          name="terms.secondPersonAboveCents"
          label="Corrections above"
          description="What the lot comes to, in whole dollars; empty: no amount needs one"
          size={100}
        />
        <Wide>
          <CheckboxField
            name="terms.secondPersonAfterDay"
            label="Corrections more than a day after the lot closed"
          />
        </Wide>
      </FieldGroup>
    </>
  );
}
