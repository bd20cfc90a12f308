/** Finds a payment of any partner by the number that payers write, or by its id. It stands in forms too, so it is none itself. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PaymentBrief, PaymentSearch } from '../../../../src/console/desk/views.ts';
import { read } from '../../base/api.ts';
import { named } from '../../base/words.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import { deskData, deskKey } from '../ask.ts';
import { useDeskTexts } from '../texts.ts';
import { PaymentLine } from './PaymentLine.tsx';

const numberDigits = 12;

/** `#57`, `57`, `1234 5678 9012`: what is asked for; undefined where it can be neither. */
function queryOf(text: string): { number: string } | { paymentId: string } | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (/^\d{12}$/.test(digits)) return { number: digits };
  const id = digits.replace(/^#/, '');
  return /^\d{1,15}$/.test(id) && id.length !== numberDigits ? { paymentId: id } : undefined;
}

interface PaymentFinderProps {
  action?: (payment: PaymentBrief) => ReactNode;
  /** What was looked for, kept by who shows it. */
  asked: string;
  onAsk: (text: string) => void;
  /** Shown before anything was looked for. */
  children?: ReactNode;
}

export function PaymentFinder({ action, asked, onAsk, children }: PaymentFinderProps) {
  const { finder: texts } = useDeskTexts().exceptions;
  const [typed, setTyped] = useState(asked);
  // By "back", too.
  useEffect(() => setTyped(asked), [asked]);
  const query = queryOf(asked);
  const found = useQuery({
    queryKey: [deskKey, '/payments', query],
    queryFn: ({ signal }) => read<PaymentSearch>(`${deskData}/payments`, { ...query }, signal),
    enabled: query !== undefined,
  });
  const ask = () => onAsk(typed.trim());
  const malformed = asked !== '' && query === undefined && asked === typed.trim();
  return (
    <Stack>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          type="search"
          inputMode="numeric"
          label={texts.label}
          placeholder={texts.placeholder}
          leftSection={<Icon name="search" />}
          style={{ flex: 1, minWidth: 0 }}
          value={typed}
          error={malformed ? texts.malformed : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            ask();
          }}
        />
        <Button
          variant="default"
          mt={25}
          style={{ flex: 'none' }}
          onClick={ask}
          loading={found.isFetching}
          disabled={typed.trim() === ''}
        >
          {texts.find}
        </Button>
      </Group>
      {found.isError && <TroubleBox error={found.error} onAgain={() => void found.refetch()} />}
      {query === undefined && !malformed && children}
      {query !== undefined && found.isPending && <Waiting lines={1} height={56} />}
      {found.data?.items.length === 0 && <Empty title={texts.none}>{texts.noneAbout}</Empty>}
      {found.data && found.data.items.length > 0 && (
        <Stack component="ul" aria-label={texts.found} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {found.data.items.map((payment) => (
            <li key={`${payment.partnerId} ${payment.paymentId}`}>
              <PaymentLine payment={payment} action={action?.(payment)} />
              <FoundState payment={payment} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function FoundState({ payment }: { payment: PaymentBrief }) {
  const { payment: texts } = useDeskTexts();
  return (
    <Text size="sm" c="dimmed">
      {named(texts.states, payment.state)}
    </Text>
  );
}
