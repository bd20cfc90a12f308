/**
 * The getting-started page: where the service is, and commands that run as they stand in a shell, in their order, once the value
 * of a token stands where `{{token}}` does.
 */
import { versionPrefix } from '../../contract/limits.ts';
import type { Tx } from '../base/database.ts';
import { isoFromInstant } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { findPartner } from '../partners/partners.ts';
import { missing, shown } from '../people/asked.ts';
import type { PersonExchange } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import type { GettingStarted } from './views.ts';

/** A payee whose format is known, and a number that fits it. */
const demoPayee = { name: 'Manitoba Hydro', accountNumber: '12345678901234' };
const demoUser = { name: 'Ada Payer', email: 'ada@example.com' };

export async function start(context: DashboardContext, { partnerId }: PersonExchange): Promise<Answer> {
  const { database, clock, environment, payees, interacAddress } = context;
  const partner = await findPartner(database, partnerId);
  if (!partner) return missing('partner');
  const { byName } = await payees.current();
  const payee = byName.get(demoPayee.name);
  const address = context.publicUrl();
  const demo = payee && { ...demoPayee, billType: payee.billType };
  return shown<GettingStarted>({
    partnerId: Number(partnerId),
    partnerName: partner.name,
    environment,
    baseAddress: address + versionPrefix,
    documentation: `${address}/docs`,
    ...(interacAddress !== undefined && { interacAddress }),
    ...(environment === 'sandbox' && demo && { demoPayee: demo }),
    now: isoFromInstant(await clock.now()),
    snippets: snippetsOf(context, demo ?? { name: 'the exact name of a payee', accountNumber: '…', billType: '…' }),
    done: await doneBy(database, partnerId),
  });
}

/** Each uses what the one before left in the shell. */
function snippetsOf(
  { environment, publicUrl, clock }: DashboardContext,
  payee: { name: string; accountNumber: string; billType: string },
): GettingStarted['snippets'] {
  const address = publicUrl();
  const bill = {
    paymentType: 'bill',
    userName: demoUser.name,
    userEmail: demoUser.email,
    amount: 125.5,
    dueDate: isoFromInstant(clock.lately().add({ hours: 24 * 14 })),
    payeeName: payee.name,
    billType: payee.billType,
    accountNumber: payee.accountNumber,
    paymentMethod: 'interac',
  };
  const call = (path: string, body: string) =>
    `curl -sS ${address}${path} \\\n  -H 'Authorization: Bearer {{token}}' -H 'Content-Type: application/json' \\\n  -d ${body}`;
  const create = [
    `PAYMENT=$(${call(`${versionPrefix}/create-payment`, quoted(JSON.stringify(bill)))})`,
    'echo "$PAYMENT"',
    `NUMBER=$(echo "$PAYMENT" | sed 's/.*"identificationNumber":"\\([0-9]*\\)".*/\\1/')`,
  ];
  const transfer = {
    senderEmail: demoUser.email,
    senderName: demoUser.name,
    amount: bill.amount,
    description: 'NUMBER',
  };
  const played = JSON.stringify(transfer).replace('NUMBER', `'"$NUMBER"'`);
  return [
    { id: 'create', needs: 'token', text: create.join('\n') },
    ...(environment === 'sandbox'
      ? [{ id: 'pay', needs: 'token and sandbox', text: call('/sandbox/interac-transfers', `'${played}'`) } as const]
      : []),
    { id: 'history', needs: 'token', text: call(`${versionPrefix}/payment-history`, `'{"limit":5}'`) },
    { id: 'webhook', needs: 'token', text: call(`${versionPrefix}/webhook-test`, `'{"event":"payment.completed"}'`) },
  ];
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Among so many of a partner's first payments it is looked whether one was completed. */
const firstPayments = 1000;

async function doneBy(tx: Tx, partnerId: bigint): Promise<GettingStarted['done']> {
  const { rows } = await tx.query(
    `select exists (select from api_tokens where partner_id = $1 and active) as token,
       exists (select from webhook_endpoints where partner_id = $1) as webhook,
       count(*) > 0 as payment, coalesce(bool_or(completed_at is not null), false) as completed
     from (select completed_at from payments where partner_id = $1 order by id limit $2) first`,
    [partnerId, firstPayments],
  );
  return rows[0] as unknown as GettingStarted['done'];
}
