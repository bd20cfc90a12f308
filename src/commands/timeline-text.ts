/**
 * A payment's timeline as a person reads it: a head, then a line for each entry, in Toronto's time.
 */
import { timeZone } from '../base/calendar.ts';
import { decimalFromCents } from '../base/money.ts';
import type { Entry } from '../timeline/entries.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** The whole text, with a line end. */
export function timelineText(timeline: Timeline): string {
  const { payment, partnerId, state } = timeline;
  const towards = payment.type === 'bill' ? `${payment.payeeName}, account ${payment.accountNumber}` : 'rent';
  const by = payment.paymentMethod === undefined ? '' : ` by ${payment.paymentMethod}`;
  const head = [
    `payment ${payment.id} of partner ${partnerId}: ${Number(payment.amount).toFixed(2)} ${payment.type}${by}, ${towards}`,
    `number ${payment.identificationNumber}, ${payment.userName ?? payment.recipientEmail ?? payment.userId}`,
    `${payment.status} (${state})`,
  ];
  const lines = timeline.entries.map((entry) => `  ${timeText(entry.at)}  ${entryText(entry)}`);
  return `${[...head, '', ...lines].map(oneLine).join('\n')}\n`;
}

/** Texts that others wrote must not move the cursor, nor turn the direction of a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

function timeText(at: Temporal.Instant): string {
  const local = at.toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

function entryText(entry: Entry): string {
  switch (entry.what) {
    case 'move': {
      const { event, to, status, cause } = entry.move;
      return `${event} → ${to}, shown as ${status} (${cause})`;
    }
    case 'correction': {
      const { field, before, after, cause } = entry.correction;
      return `corrected ${field.replaceAll('_', ' ')}: ${before} → ${after} (${cause})`;
    }
    case 'refund': {
      const { amountCents, means, reference, reason, by } = entry.refund;
      return `${decimalFromCents(amountCents)} given back by ${means}, reference ${reference} (${by}: ${reason})`;
    }
    case 'transfer':
      return transferText(entry);
    case 'debit':
      return debitText(entry);
    case 'return':
      return returnText(entry);
    case 'identity': {
      const { attempt, provider, state, failure } = entry.check;
      if (entry.step === 'begun') return `identity check ${attempt} begun (${provider})`;
      return `identity check ${attempt} is ${state}${failure === null ? '' : `: ${failure.replaceAll('_', ' ')}`}`;
    }
    case 'card':
      return cardText(entry);
    case 'reversal':
      return reversalText(entry);
    case 'submission': {
      const { attempt, batch, amountCents, accountNumber, warning } = entry.submission;
      if (entry.step === 'written') return `submission ${attempt}: ${batch.fileName} is written`;
      const warned = warning === null ? '' : `; warning: ${warning}`;
      return `submission ${attempt}: ${decimalFromCents(amountCents)} for ${accountNumber} in batch ${batch.messageId}, executed ${batch.executionDate}${warned}`;
    }
    case 'report':
      return reportText(entry);
    case 'webhook':
      return `webhook ${entry.webhook.event} owed: ${entry.webhook.state}`;
    case 'delivery': {
      const { number, url, outcome, statusCode, reason, durationMs, byHand } = entry.delivery;
      const came = [outcome ?? 'under way', statusCode, reason, durationMs !== null && `${durationMs} ms`];
      return `webhook ${entry.event}, attempt ${number}${byHand ? ' by hand' : ''} to ${url}: ${came.filter(Boolean).join(', ')}`;
    }
  }
}

function transferText({ step, transfer }: Entry & { what: 'transfer' }): string {
  const from = transfer.senderEmail ?? transfer.senderName ?? 'an unknown sender';
  const money = `transfer ${transfer.transferId}: ${decimalFromCents(transfer.amountCents)} from ${from}`;
  if (step === 'attached') return `${money} found its payment (${transfer.resolution})`;
  if (transfer.state === 'held') return `${money} is held, ${transfer.heldReason}: ${transfer.advice}`;
  return `${money} ${transfer.resolvedAt === null ? 'matched' : 'received, held at first'}`;
}

function reversalText({ step, reversal }: Entry & { what: 'reversal' }): string {
  const { attempt, kind, providerId, amountCents, goneCents, surplusCents, reason } = reversal;
  const told = `${kind} ${providerId} of card session ${attempt}: ${decimalFromCents(amountCents)}`;
  if (step === 'withdrawn') return `${told} is withdrawn`;
  if (step === 'changed') return `${told}, of which ${decimalFromCents(goneCents)} is gone now`;
  const surplus = surplusCents > 0n ? `; ${decimalFromCents(surplusCents)} more than was left, and in no account` : '';
  return `${told} went back${reason === null ? '' : ` (${reason})`}${surplus}`;
}

function cardText({ step, session }: Entry & { what: 'card' }): string {
  const { attempt, provider, state, amountCents, decline, receivedCents, heldReason, providerPaymentId } = session;
  if (step === 'begun') return `card session ${attempt} begun (${provider}), ${decimalFromCents(amountCents)}`;
  const parts = [
    `card session ${attempt} is ${state}`,
    receivedCents !== null && `${decimalFromCents(receivedCents)} received`,
    heldReason !== null && `the money is held: ${heldReason.replaceAll('_', ' ')}`,
    decline !== null && `declined: ${decline.replaceAll('_', ' ')}`,
    providerPaymentId,
  ];
  return parts.filter(Boolean).join('; ');
}

function debitText({ step, debit }: Entry & { what: 'debit' }): string {
  const { institutionNumber, transitNumber, accountNumber } = debit.account;
  const account = `account ${institutionNumber}-${transitNumber} ${accountNumber}`;
  const words: Record<typeof step, string> = {
    waiting:
      debit.waitsFor === 'agreement'
        ? `waits: ${account} has no debit agreement`
        : `waits for the next cut-off, to be drawn on ${account}`,
    in_file: `in file ${debit.file?.name} (file creation number ${debit.file?.fileCreationNumber}), due ${debit.dueDate}, ${decimalFromCents(debit.amountCents)} from ${account}, reference ${debit.crossReference}`,
    sent: `sent: ${debit.file?.name} is written`,
    presumed_paid: 'presumed paid: no return came in time',
  };
  return `debit ${debit.attempt} ${words[step]}`;
}

function returnText({ return: given }: Entry & { what: 'return' }): string {
  const { attempt, code, action, why, fileName, line, resolution } = given;
  const what = { fail: 'came back', late: 'came back late', duplicate: 'return came again', hold: 'return is held' };
  const told = `debit ${attempt} ${what[action]}: ${code.code} ${code.meaning.en} / ${code.meaning.fr}`;
  const place = `(${fileName}, line ${line})${resolution === null ? '' : `; operator: ${resolution}`}`;
  return action === 'fail' || action === 'late'
    ? `${told} The ${code.acts} acts: ${code.how} ${place}`
    : `${told} ${why} ${place}`;
}

function reportText({ report }: Entry & { what: 'report' }): string {
  const { status, reason, reasonText, attempt, action, why, fileName, resolution } = report;
  const parts = [
    `report on submission ${attempt}: ${action}`,
    status && `${status.code} ${status.meaning}`,
    reason && `${reason.code} ${reason.meaning.en} / ${reason.meaning.fr} The ${reason.acts} acts: ${reason.how}`,
    reasonText && JSON.stringify(reasonText),
    why,
    fileName && `(${fileName})`,
    resolution && `operator: ${resolution}`,
  ];
  return parts.filter(Boolean).join('; ');
}
