import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { PASSWORD_HINT } from '@saleyard/domain/account/credentials.ts';
import { asStored } from '@saleyard/domain/account/profile.ts';
import {
  FILL_CORRECTLY,
  FILL_REQUIRED,
  OTHER_PROFESSION,
  type PersonalDetails,
  personalProblems,
  registrationProblems,
} from '@saleyard/domain/account/validation.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { STATES, type State } from '@saleyard/domain/listing/stock.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useProfessions } from '@/features/account/professions.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { AgreementField } from '@/ui/agreements/agreements.tsx';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { forgetDraft, readDraft, useDraft } from '@/ui/form/draft.ts';
import { ChoiceField, TextField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form, Wide } from '@/ui/form/form.tsx';
import { SavedNote } from '@/ui/form/saved-note.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Row, Text } from '@/ui/layout.tsx';
import { Page } from '@/ui/page.tsx';
import classes from './sign-up.module.css';

/** A draft is written this long after a change. ms. */
const DRAFT_MS = 1_000;
const PERSONAL_DRAFT = { person: 'visitor', form: 'registration-personal', version: 1 };
const BUSINESS_DRAFT = { person: 'visitor', form: 'registration-business', version: 1 };

const SUBMIT_ERROR =
  'Error occurred while trying to submit your data. Please check your internet connection and try again';

const NOBODY: PersonalDetails = { firstName: '', lastName: '', email: '', phone: '', secondaryPhone: '' };

type BusinessValues = {
  password: string;
  confirmPassword: string;
  tradingName: string;
  profession: string;
  otherProfession: string;
  officeAddress: { state: string; postcode: string };
  acceptedTerms: boolean;
};

const NO_BUSINESS: BusinessValues = {
  password: '',
  confirmPassword: '',
  tradingName: '',
  profession: '',
  otherProfession: '',
  officeAddress: { state: '', postcode: '' },
  acceptedTerms: false,
};

const formProblemsOf = (problems: readonly Problem[]) =>
  problems.map(({ field, message }) => ({ path: field, message }));

type Message = { title: string; message: string };

/** Why an account could not be checked or made, in the specification's words. */
function failureOf(error: unknown): Message {
  if (!(error instanceof ApiError) || error.status !== 400) return errorTextOf(error);
  const { message } = errorTextOf(error);
  return { title: 'Registration', message: error.code === 'duplicateFieldError' ? message : SUBMIT_ERROR };
}

const personalResolver = problemResolver<PersonalDetails>((values) =>
  formProblemsOf(personalProblems(values)),
);

/** Step 1: who the person is. `onDone` gets the details once no other account has them. */
function PersonalStep({
  values,
  onDone,
}: {
  values: PersonalDetails;
  onDone: (details: PersonalDetails) => void;
}) {
  const [failure, setFailure] = useState<Message | null>(null);
  /** The e-mail that an account has already; null: none that we know of. */
  const [known, setKnown] = useState<string | null>(null);
  const form = useForm<PersonalDetails, unknown, PersonalDetails>({
    defaultValues: values,
    resolver: personalResolver,
    mode: 'onBlur',
  });
  const email = useWatch({ control: form.control, name: 'email' });
  const saved = useDraft(form, PERSONAL_DRAFT, { quietMs: DRAFT_MS });
  const check = useMutation({
    mutationFn: ({ email, phone }: PersonalDetails) =>
      call(accountOperations.checkUniqueUser, { body: { user: asStored({ email, phone }) } }),
  });
  const proceed = async (details: PersonalDetails) => {
    try {
      const { valid, errors } = await check.mutateAsync(details);
      if (valid) return onDone(details);
      for (const { field, message } of errors)
        if (field === 'email' || field === 'phone') form.setError(field, { message });
      setKnown(errors.some(({ field }) => field === 'email') ? details.email.trim() : null);
      setFailure({ title: 'Registration', message: errors[0]?.message ?? SUBMIT_ERROR });
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <Form form={form} onSubmit={proceed} headline={() => FILL_REQUIRED}>
      <FieldGroup title="Personal details">
        <TextField
          name="firstName"
          label="First Name"
          withAsterisk
          autoComplete="given-name"
          letters="capital"
        />
        <TextField
          name="lastName"
          label="Last Name"
          withAsterisk
          autoComplete="family-name"
          letters="capital"
        />
        <TextField name="email" label="Email" withAsterisk type="email" autoComplete="email" />
        {known !== null && known === email.trim() && (
          <p className={classes.known}>
            Is it yours?{' '}
            <Link to={paths.signIn} state={{ email: known }}>
              Sign in with this e-mail
            </Link>{' '}
            or{' '}
            <Link to={paths.forgot} state={{ email: known }}>
              set a new password
            </Link>
            .
          </p>
        )}
        <TextField name="phone" label="Phone" withAsterisk type="tel" autoComplete="tel-national" />
        <TextField name="secondaryPhone" label="Secondary Phone" type="tel" />
      </FieldGroup>
      <Row justify="space-between">
        <SavedNote {...saved} />
        <Button type="submit" loading={check.isPending}>
          Next
        </Button>
      </Row>
      {failure && <MessageDialog {...failure} onClose={() => setFailure(null)} />}
    </Form>
  );
}

const withoutSecrets = ({ tradingName, profession, otherProfession, officeAddress }: BusinessValues) => ({
  tradingName,
  profession,
  otherProfession,
  officeAddress,
});

const businessResolver = problemResolver<BusinessValues>(({ acceptedTerms, ...values }) => [
  ...formProblemsOf(registrationProblems(values)),
  ...(acceptedTerms ? [] : [{ path: 'acceptedTerms', message: 'Please Accept Terms & Conditions' }]),
]);

/** Step 2: the business, a password, and the terms. */
function BusinessStep({
  person,
  onBack,
  onDone,
}: {
  person: PersonalDetails;
  onBack: () => void;
  onDone: (message: string) => void;
}) {
  const [failure, setFailure] = useState<Message | null>(null);
  const professions = useProfessions();
  const form = useForm<BusinessValues, unknown, BusinessValues>({
    defaultValues: { ...NO_BUSINESS, ...readDraft<Partial<BusinessValues>>(BUSINESS_DRAFT)?.values },
    resolver: businessResolver,
    mode: 'onBlur',
  });
  const { forget, ...saved } = useDraft(form, BUSINESS_DRAFT, { quietMs: DRAFT_MS, kept: withoutSecrets });
  const profession = useWatch({ control: form.control, name: 'profession' });
  const register = useMutation({
    mutationFn: ({ password, tradingName, profession, otherProfession, officeAddress }: BusinessValues) =>
      call(accountOperations.registerUser, {
        body: {
          user: {
            type: 'guest',
            ...asStored(person),
            password,
            tradingName: tradingName.trim(),
            profession,
            otherProfession: profession === OTHER_PROFESSION ? otherProfession.trim() : '',
            // Checked as one of the states before it is sent.
            officeAddress: {
              ...asStored({ officeAddress }).officeAddress,
              state: officeAddress.state as State,
            },
          },
        },
      }),
  });
  const send = async (values: BusinessValues) => {
    try {
      const { message } = await register.mutateAsync(values);
      forget();
      onDone(message);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <Form form={form} onSubmit={send} headline={() => FILL_CORRECTLY}>
      <FieldGroup title="Business details">
        <TextField
          name="tradingName"
          label="Trading Name"
          withAsterisk
          autoComplete="organization"
          letters="capital"
        />
        <ChoiceField
          name="profession"
          label="Profession"
          withAsterisk
          options={[{ value: '', label: 'Select' }, ...professions]}
        />
        {profession === OTHER_PROFESSION && (
          <TextField name="otherProfession" label="Other Profession" withAsterisk letters="capital" />
        )}
        <ChoiceField
          name="officeAddress.state"
          label="State"
          withAsterisk
          options={[
            { value: '', label: 'Select' },
            ...STATES.map((state) => ({ value: state, label: state })),
          ]}
        />
        <TextField name="officeAddress.postcode" label="Postcode" withAsterisk autoComplete="postal-code" />
      </FieldGroup>
      <FieldGroup title="Password">
        <TextField
          name="password"
          label="Password"
          withAsterisk
          type="password"
          autoComplete="new-password"
          description={PASSWORD_HINT}
        />
        <TextField
          name="confirmPassword"
          label="Confirm Password"
          withAsterisk
          type="password"
          autoComplete="new-password"
        />
        <Wide>
          <AgreementField name="acceptedTerms" />
        </Wide>
      </FieldGroup>
      <Row justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <SavedNote {...saved} />
        <Button type="submit" loading={register.isPending}>
          Register
        </Button>
      </Row>
      {failure && <MessageDialog {...failure} onClose={() => setFailure(null)} />}
    </Form>
  );
}

/** Registration: personal details, then business details. `onRegistered`: the person has read the answer. */
export function SignUpScreen({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [person, setPerson] = useState<PersonalDetails>(
    () => readDraft<PersonalDetails>(PERSONAL_DRAFT)?.values ?? NOBODY,
  );
  const [step, setStep] = useState<1 | 2>(1);
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <Page title="Register" aside={<Link to={paths.signIn}>Login Now</Link>}>
      <div className={classes.narrow}>
        <Text tone="dim" mb="xs" aria-live="polite">
          Step {step} of 2: {step === 1 ? 'personal details' : 'business details'}
        </Text>
        <progress className={classes.progress} max={2} value={step} aria-hidden="true" />
        {step === 1 ? (
          <PersonalStep
            values={person}
            onDone={(details) => {
              setPerson(details);
              setStep(2);
            }}
          />
        ) : (
          <BusinessStep
            person={person}
            onBack={() => setStep(1)}
            onDone={(message) => {
              setAnswer(message);
              forgetDraft(PERSONAL_DRAFT);
            }}
          />
        )}
      </div>
      {answer !== null && (
        <MessageDialog title="Thank you" message={answer} onClose={() => onRegistered(person.email.trim())} />
      )}
    </Page>
  );
}
