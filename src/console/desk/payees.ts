/**
 * The payee catalogue: seen, its rules changed, and before that: which of the numbers that were used last would change verdict. Where
 * a payee is paid is not changed here.
 */
import { compileBody } from '../../http/validation.ts';
import {
  type AccountNumberCheck,
  checkAccountNumber,
  expectation,
  failsAtProcessing,
} from '../../payees/account-rules.ts';
import { checkedCatalogue } from '../../payees/catalogue.ts';
import { type Payee, settlementAccount } from '../../payees/payee.ts';
import type { PayeeSnapshot } from '../../payees/snapshot.ts';
import { formatVersions, publishRules, readCatalogueVersion } from '../../payees/store.ts';
import { numbersLastUsed } from '../../payments/numbers-used.ts';
import { bodyOf, refuse, shown } from '../../people/asked.ts';
import { operatorId, type PersonExchange, trail } from '../../people/door.ts';
import { PreviewPayee, PublishPayee } from './bodies.ts';
import { type DeskContext, type Handler, handOf, iso } from './context.ts';
import type {
  PayeeDetail,
  PayeeList,
  PayeePreview,
  PayeeRulesRequest,
  PayeeView,
  PublishAnswer,
  PublishRequest,
} from './views.ts';

const checkPreview = compileBody(PreviewPayee);
const checkPublish = compileBody(PublishPayee);
const listedMax = 200;
const numbersDefault = 1000;

/** With `search` the best first; without, all by name, page by page, behind the name that is the cursor. */
export const list: Handler = async ({ payees, config }, exchange) => {
  const snapshot = await payees.current();
  const { search = '', cursor = '' } = exchange.query;
  const found = [...snapshot.search(search, Number.MAX_SAFE_INTEGER), ...leftOf(snapshot, search)];
  const all = search.trim() === '';
  if (all) found.sort((one, other) => (one.name < other.name ? -1 : 1));
  const behind = all ? found.filter(({ name }) => name > cursor) : found;
  const items = behind.slice(0, listedMax);
  const last = items.at(-1);
  return shown({
    version: snapshot.version,
    items: items.map((payee) => payeeView(payee, snapshot.byName.has(payee.name), config.environment)),
    ...(all && behind.length > listedMax && last && { nextCursor: last.name }),
  } satisfies PayeeList);
};

/** Those that left the catalogue and hold `search` in their names: payments made before still go by their rules. */
function leftOf({ byName, everByName }: PayeeSnapshot, search: string): Payee[] {
  const within = search.trim().toLowerCase();
  return [...everByName.values()].filter(({ name }) => !byName.has(name) && name.toLowerCase().includes(within));
}

export const show: Handler = async (desk, exchange) => {
  const name = exchange.params.name ?? '';
  const { payee, active, version } = await known(desk, name);
  const versions = await formatVersions(desk.database, name);
  return shown({
    payee: payeeView(payee, active, desk.config.environment),
    version,
    versions: versions.map(({ loadedAt, ...version }) => ({ ...version, loadedAt: iso(loadedAt) })),
  } satisfies PayeeDetail);
};

export const preview: Handler = async (desk, exchange) => {
  const request = bodyOf<PayeeRulesRequest>(checkPreview, exchange);
  const { payee } = await known(desk, request.name);
  const changed = withRules(payee, request);
  const used = await numbersLastUsed(desk.database, payee.name, request.numbers ?? numbersDefault);
  const changes = used.flatMap(({ accountNumber, payments, lastPaymentId }) => {
    const [before, after] = [payee, changed].map((each) => verdictOf(checkAccountNumber(each, accountNumber)));
    if (!before || !after) return [];
    if (before.verdict === after.verdict && before.failsAtProcessing === after.failsAtProcessing) return [];
    return [{ accountNumber, payments, lastPaymentId: Number(lastPaymentId), before, after }];
  });
  const version = await readCatalogueVersion(desk.database);
  return shown({ version, numbers: used.length, changes } satisfies PayeePreview);
};

/**
 * The rules as a new version of the catalogue. They stay when the service starts again, also with a newer catalogue file; and payments
 * of a payee that left it still go by them.
 */
export const publish: Handler = async (desk, exchange: PersonExchange) => {
  const { visitor } = exchange;
  const request = bodyOf<PublishRequest>(checkPublish, exchange);
  const { payee } = await known(desk, request.name);
  const changed = withRules(payee, request);
  const version = await desk.database.transaction(async (tx) => {
    const published = await publishRules(tx, changed, { seen: request.version, by: handOf(visitor) });
    if (published.outcome === 'other version') {
      return refuse(
        409,
        `The catalogue is at version ${published.version} by now, you looked at ${request.version}: look again`,
      );
    }
    await trail(tx, {
      partnerId: operatorId,
      visitor,
      act: 'payee rules published',
      subject: `payee ${payee.name}`,
      before: rulesOf(payee),
      after: { ...rulesOf(changed), version: published.version, reason: request.reason },
    });
    return published.version;
  });
  await desk.payees.refresh();
  return shown({ version } satisfies PublishAnswer);
};

async function known(
  { payees }: DeskContext,
  name: string,
): Promise<{ payee: Payee; active: boolean; version: number }> {
  const snapshot = await payees.refresh();
  const payee = snapshot.everByName.get(name);
  if (!payee) return refuse(404, `There is no payee ${JSON.stringify(name)}`);
  return { payee, active: snapshot.byName.has(name), version: snapshot.version };
}

/** The payee under the rules of a request, checked as a catalogue file is. */
function withRules({ accountNumberHint: _hint, ...payee }: Payee, request: PayeeRulesRequest): Payee {
  const { accountFormat, accountNumberHint, confidence, source } = request;
  const hint = accountNumberHint === null || accountNumberHint === undefined ? {} : { accountNumberHint };
  try {
    const changed = { ...payee, accountFormat, confidence, source, ...hint };
    return checkedCatalogue({ payees: [changed] }, 'as edited').payees[0] as Payee;
  } catch (error) {
    return refuse(400, (error as Error).message);
  }
}

const rulesOf = ({ accountFormat, accountNumberHint, confidence, source }: Payee) => ({
  accountFormat: JSON.parse(JSON.stringify(accountFormat)),
  accountNumberHint: accountNumberHint ?? null,
  confidence,
  source,
});

function verdictOf(check: AccountNumberCheck): PayeePreview['changes'][number]['before'] {
  return { verdict: check.verdict, failsAtProcessing: failsAtProcessing(check), reason: check.reason ?? null };
}

function payeeView(payee: Payee, active: boolean, environment: 'sandbox' | 'production'): PayeeView {
  const { name, billType, region, aliases, accountFormat, accountNumberHint, confidence, source } = payee;
  return {
    name,
    active,
    billType,
    region,
    aliases: [...aliases],
    accountFormat,
    expectation: accountFormat && expectation(accountFormat),
    accountNumberHint: accountNumberHint ?? null,
    confidence,
    source,
    payable: settlementAccount(payee, environment) !== undefined,
  };
}
