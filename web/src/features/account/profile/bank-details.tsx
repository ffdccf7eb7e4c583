import type { Me } from '@saleyard/contract/accounts.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { asStored } from '@saleyard/domain/account/profile.ts';
import { bankProblems } from '@saleyard/domain/account/validation.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '@/lib/api-client.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/form/fields.tsx';
import { FieldGroup, Form } from '@/ui/form/form.tsx';
import { problemResolver } from '@/ui/form/schema-resolver.ts';
import { HeldPage } from '@/ui/held-page.tsx';
import { Row } from '@/ui/layout.tsx';
import { FactList, TitledPanel } from '@/ui/titled-panel.tsx';

type Values = { accountName: string; BSB: string; accountNumber: string };

const resolver = problemResolver<Values>((values) =>
  bankProblems(values).map(({ field, message }) => ({ path: field, message })),
);

/** All but the last three digits are hidden. */
const masked = (number: string): string => number.replace(/\d(?=\d{3})/g, '•');

/** The account that sales are paid into: read with its number hidden, and changed as a whole. */
export function BankDetails({ bank, onSaved }: { bank: Me['bank']; onSaved: () => void }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <TitledPanel title="Bank Details">
      {isEditing ? (
        <BankForm
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onSaved();
          }}
        />
      ) : (
        <>
          <FactList
            facts={[
              ['Account Name', bank?.accountName ?? ''],
              ['BSB', bank?.BSB ?? ''],
              ['Account Number', bank ? masked(bank.accountNumber) : ''],
            ]}
          />
          <Button variant="default" onClick={() => setEditing(true)}>
            Change Bank Details
          </Button>
        </>
      )}
    </TitledPanel>
  );
}

function BankForm({ onCancel, onSaved }: { onCancel: () => void; onSaved: () => void }) {
  const form = useForm<Values, unknown, Values>({
    defaultValues: { accountName: '', BSB: '', accountNumber: '' },
    resolver,
    mode: 'onBlur',
  });
  const save = useMutation({
    mutationFn: (bank: Values) =>
      call(accountOperations.changeMe, { body: { user: { bank: asStored(bank) } } }),
  });
  const submit = async (bank: Values) => {
    await save.mutateAsync(bank);
    onSaved();
  };
  return (
    <Form form={form} onSubmit={submit} refusedPath={(field) => field.replace(/^user\.(bank\.)?/, '')}>
      <HeldPage />
      <FieldGroup title="The account that sales are paid into">
        <TextField name="accountName" label="Account Name" withAsterisk letters="capital" />
        <TextField name="BSB" label="BSB" description="6 digits" withAsterisk />
        <TextField name="accountNumber" label="Account Number" withAsterisk />
      </FieldGroup>
      <Row justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save Bank Details
        </Button>
      </Row>
    </Form>
  );
}
