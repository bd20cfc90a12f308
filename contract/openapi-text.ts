/**
 * The prose of the OpenAPI document: what a developer reads before the endpoints. Markdown.
 */
import { errorStatuses } from './errors.ts';
import { events, signatureHeader } from './events.ts';
import { idempotencyKeyCharactersMax, signatureToleranceSeconds, tokenHexCharacters, tokenPrefix } from './limits.ts';
import { grants, permissions } from './permissions.ts';

const permissionRows = permissions.map((name) => {
  const opened = grants[name].map((endpoint) => `\`${endpoint}\``).join(', ');
  return `| \`${name}\` | ${opened} |`;
});

const errorRows = Object.entries(errorStatuses).map(
  ([status, { meaning, handling }]) => `| ${status} | ${meaning} | ${handling} |`,
);

const eventRows = Object.entries(events).map(([name, when]) => `| \`${name}\` | ${when} |`);

/** The text of `info.description`. */
export const introduction = `Create bill and rent payments on behalf of your users, and be told what becomes of them.

# How a payment goes

1. \`POST /create-payment\` answers a payment that is \`pending\`, with a 12-digit \`identificationNumber\`.
2. Funds arrive: the user sends an Interac e-transfer with that number in its description, or a registered bank account
   is debited. Rent can also be paid by card, on the page that \`POST /create-credit-card-payment\` answers.
3. The payment is \`completed\`. Bills then go to the biller and typically post within 1–3 business days.
4. A biller that rejects the payment makes it \`failed\`. That need not be final: once the cause is corrected it can still
   become \`completed\`.

# Authentication

Send \`Authorization: Bearer <API token>\`. A token is \`${tokenPrefix}\` followed by ${tokenHexCharacters} hexadecimal
characters; it is made in the dashboard, shown once, and works in the environment that made it. Each token has its own
permissions:

| Permission | Opens |
|---|---|
${permissionRows.join('\n')}

# Errors

Every error has the same body. \`details\` lists all fields that are not accepted, not only the first.

| Status | Meaning | What to do |
|---|---|---|
${errorRows.join('\n')}

# Idempotency

Send an \`Idempotency-Key\` (at most ${idempotencyKeyCharactersMax} characters, one per payment you mean to create) with
\`POST /create-payment\`. The same key with the same body answers the first answer again, with
\`Idempotency-Replayed: true\`; with another body it is refused with 400. Keys belong to the token.

# Events

Subscribe in the dashboard. Each event is sent once; any 2xx answer counts as delivered. What you missed you recover with
\`POST /payment-history\`.

| Event | When |
|---|---|
${eventRows.join('\n')}

Check the \`${signatureHeader}\` header before trusting an event. It reads \`t=<unix seconds>,v1=<hex>\`: compute
HMAC-SHA256, keyed with your signing secret (\`whsec_…\`), over the value of \`t\`, a dot and the body exactly as it was
received; compare in constant time with \`v1\`; reject when \`t\` is more than ${signatureToleranceSeconds} seconds away from
your clock, in either direction.

# What is not settled by the interface

Parts that this service decides for itself carry \`x-open-point\` with the name of the decision; where the interface shows
a part but leaves some aspect of it open, it carries \`x-open-aspects\`. All decisions are listed under \`x-open-points\` at
the end of this document.`;

export const tagDescriptions = {
  Payments: 'Create, correct and query payments.',
  Payees: 'The catalogue of billers.',
  'Bank accounts': 'Accounts that bills can be debited from.',
  'Rent reports': 'Rent that was paid in the past.',
  Webhooks: 'Try out your webhook endpoint.',
} as const;
