/** Registering a bank account, with the agreement that allows debits. */
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BankAccountRecord, RegisterBankAccount } from '../../../src/dashboard/views.ts';
import { write } from '../base/api.ts';
import { dayInToronto } from '../base/format.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { TroubleBox, useNotes } from '../parts/Trouble.tsx';

interface Values {
  institutionNumber: string;
  transitNumber: string;
  accountNumber: string;
  accountHolderName: string;
  agreed: boolean;
  category: 'personal' | 'business';
  signedAt: string;
  signatoryName: string;
}

const empty: Values = {
  institutionNumber: '',
  transitNumber: '',
  accountNumber: '',
  accountHolderName: '',
  agreed: true,
  category: 'business',
  signedAt: '',
  signatoryName: '',
};

function bodyOf({ agreed, category, signedAt, signatoryName, ...account }: Values): RegisterBankAccount {
  return {
    ...account,
    ...(agreed && { padAgreement: { category, signedAt: `${signedAt}T12:00:00Z`, signatoryName } }),
  };
}

const needed = { required: true, withAsterisk: false } as const;

export function NewBankAccount({ opened, close }: { opened: boolean; close: () => void }) {
  const { bankAccounts: texts, common } = useTexts();
  return (
    <Modal opened={opened} onClose={close} title={texts.register} closeButtonProps={{ 'aria-label': common.close }}>
      <Form close={close} />
    </Modal>
  );
}

/** Empty each time that it is opened. */
function Form({ close }: { close: () => void }) {
  const { bankAccounts: texts } = useTexts();
  const { data } = usePartner();
  const queries = useQueryClient();
  const notes = useNotes();
  const form = useForm<Values>({ initialValues: { ...empty, signedAt: dayInToronto(-1) } });
  const register = useMutation({
    mutationFn: (values: Values) => write<BankAccountRecord>(`${data}/bank-accounts`, bodyOf(values)),
    onSuccess: async () => {
      notes.done(texts.registered);
      close();
      await queries.invalidateQueries({ queryKey: ['bank-accounts', data] });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => register.mutate(values))}>
      <Stack>
        {register.isError && <TroubleBox error={register.error} />}
        <TextInput label={texts.holder} {...needed} data-autofocus {...form.getInputProps('accountHolderName')} />
        <Group grow align="flex-start">
          <TextInput
            label={texts.institution}
            description={texts.digits(3)}
            inputMode="numeric"
            pattern="\d{3}"
            {...needed}
            {...form.getInputProps('institutionNumber')}
          />
          <TextInput
            label={texts.transit}
            description={texts.digits(5)}
            inputMode="numeric"
            pattern="\d{5}"
            {...needed}
            {...form.getInputProps('transitNumber')}
          />
        </Group>
        <TextInput
          label={texts.accountNumber}
          inputMode="numeric"
          autoComplete="off"
          {...needed}
          {...form.getInputProps('accountNumber')}
        />
        <Checkbox
          label={texts.agreed}
          description={texts.agreedAbout}
          {...form.getInputProps('agreed', { type: 'checkbox' })}
        />
        {form.values.agreed && <Agreement form={form} />}
        <Button type="submit" loading={register.isPending}>
          {texts.register}
        </Button>
      </Stack>
    </form>
  );
}

function Agreement({ form }: { form: UseFormReturnType<Values> }) {
  const { bankAccounts: texts } = useTexts();
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label={texts.category}
          data={(['business', 'personal'] as const).map((value) => ({ value, label: texts.categories[value] }))}
          {...form.getInputProps('category')}
        />
        <TextInput
          label={texts.signedAt}
          type="date"
          max={dayInToronto(0)}
          {...needed}
          {...form.getInputProps('signedAt')}
        />
      </Group>
      <TextInput label={texts.signatory} {...needed} {...form.getInputProps('signatoryName')} />
    </>
  );
}
