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
          <TextField name="customerDetails.companyName" label="Company Name" withAsterisk letters="capital" />
          <TextField name="customerDetails.ACN" label="ACN" description="9 digits" withAsterisk />
        </>
      )}
      {company === false && (
        <>
          <TextField
            name="customerDetails.legalNameOfTradingEntity"
            label="Legal Name Of Trading Entity"
            withAsterisk
            letters="capital"
          />
          <TextField name="ABN" label="ABN" description="11 digits" withAsterisk />
        </>
      )}
      {company !== null && (
        <>
          <TextField name="customerDetails.givenName" label="Given Name" withAsterisk letters="capital" />
          <TextField name="customerDetails.lastName" label="Last Name" withAsterisk letters="capital" />
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
      />
      <TextField name={`${at}.address2`} label="Address Line 2" autoComplete="address-line2" />
      <TextField
        name={`${at}.town`}
        label="Town"
        withAsterisk={required}
        autoComplete="address-level2"
        letters="upper"
      />
      <ChoiceField name={`${at}.state`} label="State" withAsterisk options={STATE_OPTIONS} />
      <TextField name={`${at}.postcode`} label="Postcode" withAsterisk autoComplete="postal-code" />
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
        letters="upper"
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
