/** One transfer on hold: what came, why it is held, what it may belong to, and the ways on. */
import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HeldTransferView, SuggestedPayment } from '../../../../src/console/desk/views.ts';
import { pagePaths } from '../../../../src/pages/paths.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { Pill } from '../../parts/Status.tsx';
import { useDeskTexts } from '../texts.ts';
import { Checks } from './Checks.tsx';
import { PaymentLine } from './PaymentLine.tsx';
import { Said } from './Said.tsx';
import { WaitsForSecond } from './SecondPerson.tsx';

export interface TransferCardProps {
  transfer: HeldTransferView;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onSelectRelated: () => void;
  /** Without a payment, one is chosen first. */
  onAttach: (payment?: SuggestedPayment) => void;
  onReturn: () => void;
}

export function TransferCard(props: TransferCardProps) {
  const { transfer, onAttach, onReturn } = props;
  const { heldTransfers: texts, names } = useDeskTexts().exceptions;
  const waits = transfer.approvalId !== null;
  return (
    <article className="paper" aria-label={names.transfer(transfer.transferId)}>
      <Stack gap="md">
        <Head {...props} />
        {transfer.description.trim() === '' ? (
          <Text c="dimmed">{texts.noMessage}</Text>
        ) : (
          <Said text={transfer.description} label={texts.message} />
        )}
        <Text>{named(texts.advice, transfer.reason)}</Text>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <section>
            <Title order={3} size="h6" mb={4}>
              {texts.checks}
            </Title>
            <Checks checks={transfer.checks} />
          </section>
          <Suggestions {...props} />
        </SimpleGrid>
        <Group gap="sm">
          <Button
            variant={transfer.suggestions.length > 0 || waits ? 'default' : 'filled'}
            onClick={() => onAttach()}
            disabled={waits}
          >
            {transfer.suggestions.length > 0 ? texts.attachOther : texts.attachAny}
          </Button>
          <Button variant="default" onClick={onReturn} disabled={waits}>
            {texts.returnIt}
          </Button>
        </Group>
      </Stack>
    </article>
  );
}

function Head({ transfer, selected, onSelect }: TransferCardProps) {
  const { timeline, exceptions } = useDeskTexts();
  const { heldTransfers: texts, names } = exceptions;
  const format = useFormat();
  const name = names.transfer(transfer.transferId);
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Group align="flex-start" gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '1 1 16rem' }}>
        <Checkbox
          mt={6}
          aria-label={names.select(name)}
          checked={selected}
          disabled={transfer.approvalId !== null}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4">
            <span className="numbers">{format.money(transfer.amount)}</span> ·{' '}
            {transfer.senderName ?? transfer.senderEmail ?? texts.noSender}
          </Title>
          <Text size="sm" c="dimmed">
            {name} · {texts.received(format.time(transfer.receivedAt))}
            {transfer.senderName !== null && transfer.senderEmail !== null && ` · ${transfer.senderEmail}`}
            {transfer.fileId !== null && (
              <>
                {' · '}
                <Link className="quiet" to={pagePaths.file} params={{ fileId: String(transfer.fileId) }}>
                  {texts.file(transfer.fileId)}
                </Link>
              </>
            )}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <WaitsForSecond approvalId={transfer.approvalId} />
        <Pill mood="bad">{named(timeline.heldReasons, transfer.reason)}</Pill>
      </Group>
    </Group>
  );
}

function Suggestions({ transfer, onAttach, onSelectRelated }: TransferCardProps) {
  const { heldTransfers: texts, names } = useDeskTexts().exceptions;
  const format = useFormat();
  const { suggestions, related, approvalId } = transfer;
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {texts.suggestions}
      </Title>
      {suggestions.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noSuggestion}
        </Text>
      )}
      <Stack gap="sm">
        {suggestions.map((payment) => (
          <PaymentLine
            key={`${payment.partnerId} ${payment.paymentId}`}
            payment={payment}
            note={named(texts.because, payment.because)}
            action={
              <Button
                size="xs"
                onClick={() => onAttach(payment)}
                disabled={approvalId !== null}
                aria-label={texts.attachTo(payment.paymentId)}
              >
                {texts.attach}
              </Button>
            }
          />
        ))}
      </Stack>
      {related.length > 0 && (
        <Stack gap={6} align="flex-start" mt="sm">
          <Text size="sm">
            {texts.related}{' '}
            {related
              .map(({ transferId, amount }) => `${names.transfer(transferId)} (${format.money(amount)})`)
              .join(', ')}
          </Text>
          <Button size="xs" variant="default" onClick={onSelectRelated} disabled={approvalId !== null}>
            {texts.selectTogether}
          </Button>
        </Stack>
      )}
    </section>
  );
}
