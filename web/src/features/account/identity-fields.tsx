import { INPUT_FILTERS } from '@saleyard/domain/fields/rules.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { useWatch } from 'react-hook-form';
import { CheckboxField, ChoiceField, TextField, YesNoField } from '@/ui/form/fields.tsx';
import { FieldGroup, Wide } from '@/ui/form/form.tsx';

// Groups of fields that the profile and the requests for access share. They are in a form whose values are named as
// the request sends them.

const STATE_OPTIONS = [
  { value: '', label: 'Select' },
  ...STATES.map((state) => ({ value: state, label: state })),
];

/** In whose name a person trades: a company's with its ACN, or another's with its ABN. */
export function TraderFields({ title }: { title: string }) {
  const company = useWatch({ name: 'doYouTradeThroughCompany' }) as boolean | null;
  return (
    <FieldGroup title={title}>
      <Wide>
        <YesNoField name="doYouTradeThroughCompany" label="Do You Trade Through A Company?" withAsterisk />
      </Wide>
      {company === true && (
        <>
          <TextField
            name="customerDetails.companyName"
            label="Company Name"
            withAsterisk
            filter={INPUT_FILTERS.businessName}
          />
          <TextField
            name="customerDetails.ACN"
            label="ACN"
            description="9 digits"
            withAsterisk
            filter={INPUT_FILTERS.acn}
          />
        </>
      )}
      {company === false && (
        <>
          <TextField
            name="customerDetails.legalNameOfTradingEntity"
            label="Legal Name Of Trading Entity"
            withAsterisk
            filter={INPUT_FILTERS.businessName}
          />
          <TextField name="ABN" label="ABN" description="11 digits" withAsterisk filter={INPUT_FILTERS.abn} />
        </>
      )}
      {company !== null && (
        <>
          <TextField
            name="customerDetails.givenName"
            label="Given Name"
            withAsterisk
            filter={INPUT_FILTERS.personName}
          />
          <TextField
            name="customerDetails.lastName"
            label="Last Name"
            withAsterisk
            filter={INPUT_FILTERS.personName}
          />
        </>
      )}
    </FieldGroup>
  );
}

/** The lines of one address. `at`: where it is in the form. */
export function AddressFields({ at, required = true }: { at: string; required?: boolean }) {
  return (
    <>
      <TextField
        name={`${at}.address1`}
        label="Address"
        withAsterisk={required}
        autoComplete="address-line1"
        filter={INPUT_FILTERS.addressLine}
      />
      <TextField
        name={`${at}.address2`}
        label="Address Line 2"
        autoComplete="address-line2"
        filter={INPUT_FILTERS.addressLine}
      />
      <TextField
        name={`${at}.town`}
        label="Town"
        withAsterisk={required}
        autoComplete="address-level2"
        filter={INPUT_FILTERS.town}
      />
      <ChoiceField name={`${at}.state`} label="State" withAsterisk options={STATE_OPTIONS} />
      <TextField
        name={`${at}.postcode`}
        label="Postcode"
        withAsterisk
        autoComplete="postal-code"
        filter={INPUT_FILTERS.postcode}
      />
    </>
  );
}

/** The office's address, and that of the post where it is another. */
export function AddressesFields() {
  const same = useWatch({ name: 'postalSameAsOffice' }) as boolean;
  return (
    <>
      <FieldGroup title="Office Address">
        <AddressFields at="officeAddress" />
      </FieldGroup>
      <FieldGroup title="Postal Address">
        <Wide>
          <CheckboxField name="postalSameAsOffice" label="Same as Office Address" />
        </Wide>
        {!same && <AddressFields at="postalAddress" />}
      </FieldGroup>
    </>
  );
}

/** The property's code, and the state it is of where that is not the office's. */
export function PicFields({ required = true }: { required?: boolean }) {
  const other = useWatch({ name: 'isPICFromAnotherState' }) as boolean | null;
  return (
    <>
      <TextField
        name="PIC"
        label="PIC"
        description="Property Identification Code, 8 characters"
        withAsterisk={required}
        filter={INPUT_FILTERS.pic}
      />
      <YesNoField
        name="isPICFromAnotherState"
        label="Is The PIC From Another State?"
        withAsterisk={required}
      />
      {other === true && (
        <ChoiceField name="anotherStatePIC" label="State Of PIC" withAsterisk options={STATE_OPTIONS} />
      )}
    </>
  );
}
