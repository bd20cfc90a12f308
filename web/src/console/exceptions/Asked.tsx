/** A proposal in words: everything that its request says. */
import { Text } from '@mantine/core';
import type { ApprovalView } from '../../../../src/console/desk/views.ts';
import { sumOf } from '../../base/format.ts';
import { useFormat } from '../../base/language.tsx';
import { named } from '../../base/words.ts';
import { type DeskTexts, useDeskTexts } from '../texts.ts';
import { accountWords } from './FailedCard.tsx';

export function Asked({ approval }: { approval: ApprovalView }) {
  const { exceptions } = useDeskTexts();
  const { money } = useFormat();
  return sentencesOf(approval, exceptions, money).map((sentence) => <Text key={sentence}>{sentence}</Text>);
}

function sentencesOf(
  { act, request, amount: total, about }: ApprovalView,
  { approvals: texts, names, failed }: DeskTexts['exceptions'],
  money: (dollars: number) => string,
): string[] {
  const amount = money(total);
  if ('transferIds' in request) {
    const { transferIds, paymentId, acceptedAmount } = request;
    // What it counts as is the larger of them and the payment.
    const received = money(sumOf(about.transfers.map((transfer) => transfer.amount)));
    return [
      texts.attach(transferIds.length, received, paymentId),
      ...(acceptedAmount === undefined ? [] : [texts.accepted(money(acceptedAmount))]),
    ];
  }
  if ('transferId' in request) return [texts.returned(request.transferId, amount)];
  if ('returnIds' in request) {
    return [(request.apply ? texts.returnsApplied : texts.returnsMarked)(request.returnIds.join(', '), amount)];
  }
  if ('answerIds' in request) return [texts.answersMarked(request.answerIds.join(', '), amount)];
  if ('lineIds' in request) {
    return [(act === 'take-up' ? texts.lineTakenUp : texts.linesSetAside)(request.lineIds.join(', '), amount)];
  }
  if ('means' in request) {
    const { paymentId, means, reference } = request;
    return [texts.refunded(paymentId, amount, named(names.means, means), reference)];
  }
  return [
    texts.requeued(request.payments.length, amount),
    ...request.payments.map(({ paymentId, accountNumber, bankAccountId }) => {
      if (accountNumber !== undefined) return texts.withNumber(paymentId, accountNumber);
      if (bankAccountId === undefined) return texts.asItIs(paymentId);
      const account = about.accounts.find((each) => each.bankAccountId === bankAccountId);
      return texts.onAccount(paymentId, account ? accountWords(account, failed) : String(bankAccountId));
    }),
  ];
}
