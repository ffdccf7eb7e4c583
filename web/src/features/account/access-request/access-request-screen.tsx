import type { Me, OwnChanges } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { statusAfterRequest } from '@saleyard/domain/account/access.ts';
import { type AccessKind, STOCK_TYPES } from '@saleyard/domain/account/events.ts';
import { asStored, type ProfileChange } from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import {
  type AccessRequest,
  accessRequestHeadline,
  accessRequestProblems,
} from '@saleyard/domain/account/validation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '@/config/paths.ts';
import { accessBlock, PERMISSION_MESSAGES } from '@/features/account/access.ts';
import { AddressesFields, PicFields, TraderFields } from '@/features/account/identity-fields.tsx';
import { OwnPapers } from '@/features/account/own-file.tsx';
import { call } from '@/lib/api-client.ts';
import { meQuery, useMe } from '@/lib/session.ts';
import { AgreementField } from '@/ui/agreements/agreements.tsx';
import { Button } from '@/ui/button.tsx';
import { MessageDialog } from '@/ui/dialog.tsx';
import { readDraft, useDraft } from '@/ui/form/draft.ts';
import { MultiChoiceField, TextField, YesNoField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form, Wide } from '@/ui/form/form.tsx';
import { SavedNote } from '@/ui/form/saved-note.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { Row } from '@/ui/layout.tsx';
import { BackLink, Loading, NoPermission, Page } from '@/ui/page.tsx';

/** A draft is written this long after a change. ms. */
const DRAFT_MS = 1_000;

const TITLES: Readonly<Record<AccessKind, string>> = {
  buyer: 'Register to Buy',
  'buyer-and-seller': 'Register to Buy & Sell',
};

/** The forms as their addresses name them. */
const FORM_NAMES = { buyer: 'as-buyer', 'buyer-and-seller': 'as-buyerandseller' } as const;

const THANKS: Readonly<Record<AccessKind, string>> = {
  buyer:
    'Thank you for registering to become a Buyer. Please allow 24 hours for this request to be processed by our team',
  'buyer-and-seller':
    'Thank you for registering to become a Buyer and Seller. Please allow 24 hours for this request to be processed by our team',
};

/** What the profile holds already of what a request says. */
function begun(me: Me): AccessRequest {
  return {
    doYouTradeThroughCompany: me.doYouTradeThroughCompany,
    customerDetails: me.customerDetails,
    ABN: me.ABN,
    officeAddress: me.officeAddress,
    postalAddress: me.postalAddress,
    postalSameAsOffice: true,
    PIC: me.PIC,
    isPICFromAnotherState: null,
    anotherStatePIC: me.anotherStatePIC,
    areYouUsingAgent: me.areYouUsingAgent,
    agentName: me.agentName,
    acceptedTerms: false,
    registeredForGST: me.registeredForGST,
    stockTypes: [...me.stockTypes],
  };
}

/** Whether the terms are agreed to is asked again each time. */
const withoutAgreement = ({ acceptedTerms: _, ...values }: AccessRequest): Partial<AccessRequest> => values;

/** A request as it is sent. The terms of what is not asked are left out. */
function changesOf(request: AccessRequest, kind: AccessKind, me: Me): OwnChanges {
  const { postalSameAsOffice, officeAddress, postalAddress, stockTypes, registeredForGST, ...rest } = request;
  const { customerDetails, doYouTradeThroughCompany, ABN } = rest;
  const { companyName, ACN, givenName, lastName, legalNameOfTradingEntity } = customerDetails;
  const selling = kind === 'buyer-and-seller';
  return asStored({
    ...rest,
    ABN: doYouTradeThroughCompany ? '' : ABN,
    customerDetails: doYouTradeThroughCompany
      ? { companyName, ACN, givenName, lastName }
      : { legalNameOfTradingEntity, givenName, lastName },
    isPICFromAnotherState: rest.isPICFromAnotherState === true,
    anotherStatePIC: rest.isPICFromAnotherState ? rest.anotherStatePIC : '',
    agentName: rest.areYouUsingAgent ? rest.agentName : '',
    officeAddress,
    postalAddress: postalSameAsOffice ? officeAddress : postalAddress,
    ...(selling && { registeredForGST, stockTypes, isRequestedAsSeller: true }),
    isRequestedAsBuyer: true,
    userRegisteredFrom: 'web',
    status: statusAfterRequest(me.status as AccountStatus, kind),
    approvedStockTypes: me.approvedStockTypes,
  } as ProfileChange) as OwnChanges;
}

function RequestForm({ me, kind, onSent }: { me: Me; kind: AccessKind; onSent: (me: Me) => void }) {
  const name = { person: me._id, form: `access-${kind}`, version: 1 };
  const form = useForm<AccessRequest, unknown, AccessRequest>({
    defaultValues: { ...begun(me), ...readDraft<Partial<AccessRequest>>(name)?.values },
    resolver: problemResolver((values) =>
      accessRequestProblems(values, kind).map(({ field, message }) => ({ path: field, message })),
    ),
    mode: 'onBlur',
  });
  const { forget, ...saved } = useDraft(form, name, { quietMs: DRAFT_MS, kept: withoutAgreement });
  const [usesAgent, acceptedTerms] = useWatch({
    control: form.control,
    name: ['areYouUsingAgent', 'acceptedTerms'],
  });
  const send = async (request: AccessRequest) => {
    const { user } = await call(accountOperations.changeMe, {
      body: { user: changesOf(request, kind, me) },
    });
    forget();
    onSent(user);
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      refusedPath={(field) => field.replace(/^user\./, '')}
      headline={() => {
        const request = form.getValues();
        return accessRequestHeadline(request, accessRequestProblems(request, kind)) ?? 'Not sent';
      }}
    >
      <TraderFields title="Trading details" />
      <AddressesFields />
      <FieldGroup title="Property and agent">
        <PicFields />
        <YesNoField name="areYouUsingAgent" label="Are You Using An Agent?" withAsterisk />
        {usesAgent && <TextField name="agentName" label="Agent Name" withAsterisk letters="capital" />}
      </FieldGroup>
      {kind === 'buyer-and-seller' && (
        <FieldGroup title="Selling">
          <Wide>
            <MultiChoiceField
              name="stockTypes"
              label="Stock Types"
              description="What you want to sell. Those already requested or approved can't be taken away."
              options={STOCK_TYPES.map((stock) => ({ value: stock, label: stock }))}
              locked={[...me.stockTypes, ...me.approvedStockTypes]}
            />
          </Wide>
          <YesNoField name="registeredForGST" label="Are You Registered For GST?" withAsterisk />
        </FieldGroup>
      )}
      {kind === 'buyer-and-seller' && (
        <FieldGroup title="Licence and policy">
          <Wide>
            <p className="sy-dim">Files are kept as soon as they are sent.</p>
            <OwnPapers me={me} />
          </Wide>
        </FieldGroup>
      )}
      <FieldGroup title="Agreement">
        <Wide>
          <AgreementField name="acceptedTerms" />
        </Wide>
      </FieldGroup>
      <Row justify="space-between">
        <SavedNote {...saved} />
        <Button type="submit" disabled={!acceptedTerms} loading={form.formState.isSubmitting}>
          Submit
        </Button>
      </Row>
    </Form>
  );
}

/** Requests access, as a buyer or as buyer and seller. `onDone`: the person has read that it was sent. */
export function AccessRequestScreen({ kind, onDone }: { kind: AccessKind; onDone: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const [isSent, setSent] = useState(false);
  if (!me) return <Loading label="Loading your details…" />;
  const block = isSent ? null : accessBlock(me, kind);
  return (
    <Page title={TITLES[kind]} before={<BackLink to={paths.myAdmin}>Back</BackLink>}>
      <p className="sy-dim">
        New here? Read{' '}
        <Link to={paths.fromForm(paths.gettingStarted, FORM_NAMES[kind])}>Getting Started</Link> and the{' '}
        <Link to={paths.fromForm(paths.faqs, FORM_NAMES[kind])}>FAQs</Link>: what you have filled in is kept.
      </p>
      {block === null ? (
        <RequestForm
          me={me}
          kind={kind}
          onSent={(changed) => {
            setSent(true);
            client.setQueryData(meQuery.queryKey, changed);
          }}
        />
      ) : (
        <NoPermission>{PERMISSION_MESSAGES[block]}</NoPermission>
      )}
      {isSent && <MessageDialog title={TITLES[kind]} message={THANKS[kind]} onClose={onDone} />}
    </Page>
  );
}
