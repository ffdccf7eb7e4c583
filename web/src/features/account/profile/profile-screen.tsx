import type { Me, OwnChanges } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { STOCK_TYPES } from '@saleyard/domain/account/events.ts';
import { isAgent } from '@saleyard/domain/account/profile.ts';
import { type AccountStatus, statusLabel } from '@saleyard/domain/account/status.ts';
import { OTHER_PROFESSION, profileHeadline } from '@saleyard/domain/account/validation.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { paths } from '@/config/paths.ts';
import {
  AddressesFields,
  AddressFields,
  PicFields,
  TraderFields,
} from '@/features/account/identity-fields.tsx';
import { OwnFile, OwnPapers } from '@/features/account/own-file.tsx';
import { useProfessions } from '@/features/account/professions.ts';
import { call } from '@/lib/api-client.ts';
import { meQuery } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/choices.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { ChoiceField, MultiChoiceField, TextField, YesNoField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form, Wide } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { HeldPage, useHeldMe } from '@/ui/held-page.tsx';
import { Row, Text } from '@/ui/layout.tsx';
import { BackLink, Loading, Page } from '@/ui/page.tsx';
import { Picture } from '@/ui/picture.tsx';
import { type Fact, FactPanel, TitledPanel } from '@/ui/titled-panel.tsx';
import { UnsavedGuard } from '@/ui/unsaved-guard.tsx';
import { BankDetails } from './bank-details.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import classes from './profile.module.css';
import {
  changesOf,
  isSellerType,
  type ProfileValues,
  problemsIn,
  SELLER_TYPES,
  valuesOf,
} from './profile-form.ts';

const FORM = 'profile';
const STOCK_OPTIONS = STOCK_TYPES.map((stock) => ({ value: stock, label: stock }));
const SELLER_OPTIONS = [
  { value: '', label: 'Select' },
  ...SELLER_TYPES.map((type) => ({ value: type, label: type })),
];

const yesNo = (answer: boolean | null): string => (answer === null ? '' : answer ? 'Yes' : 'No');

const addressText = ({ address1, address2, town, state, postcode }: Me['officeAddress']): string =>
  [address1, address2, [town, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const contactFacts = (me: Me): Fact[] => [
  ['First Name', me.firstName],
  ['Last Name', me.lastName],
  ['Email', me.email],
  ['Phone', me.phone],
  ['Secondary Phone', me.secondaryPhone],
];

const businessFacts = (me: Me): Fact[] => [
  ['Trading Name', me.tradingName],
  ['Profession', me.profession === OTHER_PROFESSION ? me.otherProfession : me.profession],
];

const sellerFacts = (me: Me): Fact[] => [
  ['Seller Type', me.sellerType],
  ['PIC', me.PIC],
  ['State Of PIC', me.isPICFromAnotherState ? me.anotherStatePIC : me.officeAddress.state],
  ['Job Title', me.jobTitle],
  ['Years In Industry', me.yearsInIndustry],
  ['Permit Number', me.SSPermitNumber],
  ['Years Permit Held', me.SSPermitNumberOfYears],
  ['Uses An Agent', yesNo(me.areYouUsingAgent)],
  ['Agent Name', me.agentName],
  ['Agent Phone', me.agentPhone],
  ['Agency Name', me.agencyName],
  ['Special Conditions Of Sale', me.saleConditions],
];

const customerFacts = (me: Me): Fact[] => {
  const { companyName, ACN, givenName, lastName, legalNameOfTradingEntity } = me.customerDetails;
  const person: Fact[] = [
    ['Given Name', givenName],
    ['Last Name', lastName],
  ];
  return [
    ['Trades Through A Company', yesNo(me.doYouTradeThroughCompany)],
    ...(me.doYouTradeThroughCompany
      ? ([
          ['Company Name', companyName],
          ['ACN', ACN],
        ] as Fact[])
      : ([
          ['Legal Name Of Trading Entity', legalNameOfTradingEntity],
          ['ABN', me.ABN],
        ] as Fact[])),
    ...person,
  ];
};

/** The profile as it stands. */
function ProfileView({ me }: { me: Me }) {
  const seller = isSellerType(me);
  return (
    <>
      <FactPanel title="Contact Details" facts={contactFacts(me)} />
      <FactPanel
        title="Business Details"
        facts={seller ? [...businessFacts(me), ...sellerFacts(me)] : businessFacts(me)}
      />
      <FactPanel
        title="Address Details"
        facts={[
          ['Office Address', addressText(me.officeAddress)],
          ...(seller ? ([['Postal Address', addressText(me.postalAddress)]] as Fact[]) : []),
        ]}
      />
      {seller && (
        <TitledPanel title="Stock Types">
          <Row gap="md">
            {STOCK_TYPES.map((stock) => (
              <Checkbox
                key={stock}
                label={stock}
                disabled
                readOnly
                checked={me.stockTypes.includes(stock) || me.approvedStockTypes.includes(stock)}
              />
            ))}
          </Row>
        </TitledPanel>
      )}
      {seller && <FactPanel title="Customer Details" facts={customerFacts(me)} />}
    </>
  );
}

/** What those who sell say about their business. */
function SellingFields({ agent }: { agent: boolean }) {
  const usesAgent = useWatch({ name: 'areYouUsingAgent' }) as boolean | null;
  return (
    <>
      <ChoiceField name="sellerType" label="Seller Type" options={SELLER_OPTIONS} />
      <PicFields required={!agent} />
      <TextField name="jobTitle" label="Job Title" letters="capital" />
      <TextField name="yearsInIndustry" label="Years In Industry" />
      <TextField name="SSPermitNumber" label="Permit Number" />
      <TextField name="SSPermitNumberOfYears" label="Years Permit Held" />
      <YesNoField name="areYouUsingAgent" label="Are You Using An Agent?" />
      {usesAgent && (
        <>
          <TextField name="agentName" label="Agent Name" letters="capital" />
          <TextField name="agentPhone" label="Agent Phone" type="tel" />
          <TextField name="agencyName" label="Agency Name" letters="capital" />
        </>
      )}
      <Wide>
        <TextField name="saleConditions" label="Special Conditions Of Sale" lines={2} />
      </Wide>
    </>
  );
}

/** The profile to be changed. */
function ProfileEdit({ me, onSave }: { me: Me; onSave: (changes: OwnChanges) => Promise<unknown> }) {
  const professions = useProfessions();
  const seller = isSellerType(me);
  const form = useForm<ProfileValues, unknown, ProfileValues>({
    defaultValues: valuesOf(me),
    resolver: problemResolver((values) =>
      problemsIn(values, me).map(({ field, message }) => ({ path: field, message })),
    ),
    mode: 'onBlur',
  });
  const [profession, sellerType] = useWatch({ control: form.control, name: ['profession', 'sellerType'] });
  const save = async (values: ProfileValues) => {
    await onSave(changesOf(values, me));
  };
  const known = professions.some(({ value }) => value === me.profession) || me.profession === '';
  return (
    <Form
      id={FORM}
      form={form}
      onSubmit={save}
      refusedPath={(field) => field.replace(/^user\./, '')}
      headline={(problems) =>
        profileHeadline(problems.map(({ path, message }) => ({ field: path, message }))) ?? 'Not saved'
      }
    >
      <HeldPage />
      <UnsavedGuard isUnsaved={form.formState.isDirty} title="Leave without saving?">
        Your changes to your profile will be lost.
      </UnsavedGuard>
      <FieldGroup title="Contact Details">
        <TextField name="firstName" label="First Name" withAsterisk letters="capital" />
        <TextField name="lastName" label="Last Name" withAsterisk letters="capital" />
        <TextField name="email" label="Email" withAsterisk type="email" autoComplete="email" />
        <TextField name="phone" label="Phone" withAsterisk type="tel" />
        <TextField name="secondaryPhone" label="Secondary Phone" type="tel" />
      </FieldGroup>
      <FieldGroup title="Business Details">
        <TextField name="tradingName" label="Trading Name" withAsterisk letters="capital" />
        <ChoiceField
          name="profession"
          label="Profession"
          withAsterisk
          options={[
            { value: '', label: 'Select' },
            ...(known ? [] : [{ value: me.profession, label: me.profession }]),
            ...professions,
          ]}
        />
        {profession === OTHER_PROFESSION && (
          <TextField name="otherProfession" label="Other Profession" withAsterisk letters="capital" />
        )}
        {seller && <SellingFields agent={isAgent({ profession, sellerType })} />}
      </FieldGroup>
      {seller ? (
        <section className={classes.addresses} aria-label="Address Details">
          <Text as="h2" size="lg" weight="bold">
            Address Details
          </Text>
          <AddressesFields />
        </section>
      ) : (
        <FieldGroup title="Office Address">
          <AddressFields at="officeAddress" required={false} />
        </FieldGroup>
      )}
      {seller && (
        <FieldGroup title="Stock Types">
          <Wide>
            <MultiChoiceField
              name="stockTypes"
              label="What you sell"
              description="Those already requested or approved can't be taken away."
              options={STOCK_OPTIONS}
              locked={[...me.stockTypes, ...me.approvedStockTypes]}
            />
          </Wide>
        </FieldGroup>
      )}
      {seller && <TraderFields title="Customer Details" />}
    </Form>
  );
}

/** The logo, and another one in its place after a press on Change Logo. */
function Logo({ me }: { me: Me }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={classes.logo} aria-label="Your logo">
      {me.logo && (
        <Picture src={me.logo.url} alt={`Logo of ${me.tradingName || me.firstName}`} fallback="Logo" />
      )}
      <Button variant="default" onClick={() => setChanging(!isChanging)}>
        {isChanging ? 'Cancel' : 'Change Logo'}
      </Button>
      {isChanging && <OwnFile kind="logo" file={me.logo} onSent={() => setChanging(false)} />}
    </section>
  );
}

/** Whether staff look at licence and policy of this person: those who sell, or have asked for access. */
const showsPapers = (me: Me): boolean =>
  isSellerType(me) ||
  me.isRequestedAsBuyer ||
  me.status.startsWith('partially-approved') ||
  me.licenseFile !== null ||
  me.policyFile !== null;

type Message = { title: string; message: string };

/** My profile: to be read, and to be changed after a press on Edit. */
export function ProfileScreen() {
  const me = useHeldMe();
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const reload = useMutation({ mutationFn: () => client.refetchQueries(meQuery) });
  const save = useMutation({
    mutationFn: (user: OwnChanges) => call(accountOperations.changeMe, { body: { user } }),
    onSuccess: ({ user }) => {
      client.setQueryData(meQuery.queryKey, user);
      setEditing(false);
    },
  });
  if (!me) return <Loading label="Loading your profile…" />;
  return (
    <Page
      title="My Profile"
      before={<BackLink to={paths.myAdmin}>Back to My Admin</BackLink>}
      aside={
        <Row gap="sm">
          {/* Keys keep them apart: a button that turned into the other while it is pressed would submit the form. */}
          {isEditing ? (
            <Fragment key="edit">
              <Button variant="default" onClick={() => setEditing(false)}>
                Cancel
              </Button>
              <Button type="submit" form={FORM} loading={save.isPending}>
                Save Profile
              </Button>
            </Fragment>
          ) : (
            <Fragment key="view">
              <Button variant="default" onClick={() => setChangingPassword(true)}>
                Change Password
              </Button>
              <Button onClick={() => setEditing(true)}>Edit</Button>
            </Fragment>
          )}
        </Row>
      }
    >
      <Row as="p" align="baseline" gap="xs" mb="md">
        User ID <strong>{me.shortId}</strong>{' '}
        <span className={classes.status}>{statusLabel(me.status as AccountStatus)}</span>
      </Row>
      {!isEditing && <Logo me={me} />}
      {isEditing ? <ProfileEdit key={me._id} me={me} onSave={save.mutateAsync} /> : <ProfileView me={me} />}
      {showsPapers(me) && !isEditing && (
        <TitledPanel title="Licence and Policy">
          <OwnPapers me={me} />
        </TitledPanel>
      )}
      {isSellerType(me) && !isEditing && <BankDetails bank={me.bank} onSaved={() => reload.mutate()} />}
      {!isEditing && <Passkeys />}
      {isChangingPassword && (
        <ChangePasswordDialog
          onClose={(said) => {
            setChangingPassword(false);
            setMessage(said);
          }}
        />
      )}
      {message && <MessageDialog {...message} onClose={() => setMessage(null)} />}
    </Page>
  );
}
