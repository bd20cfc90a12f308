/**
 * The payments as a CSV file, with the filters of the list: streamed page by page, so that a million of them need no memory.
 *
 * RFC 4180, UTF-8 with a mark at its beginning (spreadsheets would otherwise guess), commas, CRLF. What a spreadsheet would take
 * for a formula gets an apostrophe in front: names and numbers were written by others.
 */
import { Readable } from 'node:stream';
import { type Answer, failure, streamed } from '../http/answer.ts';
import { type PaymentSearch, type PaymentsFound, searchPayments } from '../payments/search.ts';
import { type PersonExchange, trail } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import { paymentView } from './payment-view.ts';
import { searchOf } from './payments.ts';
import type { PaymentView } from './views.ts';

const columns: readonly (readonly [head: string, value: (payment: PaymentView) => string | number | undefined])[] = [
  ['id', (payment) => payment.id],
  ['createdAt', (payment) => payment.createdAt],
  ['status', (payment) => payment.status],
  ['type', (payment) => payment.type],
  ['method', (payment) => payment.method],
  ['amount', (payment) => payment.amount.toFixed(2)],
  ['paymentAmount', (payment) => payment.paymentAmount?.toFixed(2)],
  ['payeeName', (payment) => payment.payeeName],
  ['billType', (payment) => payment.billType],
  ['accountNumber', (payment) => payment.accountNumber],
  ['userId', (payment) => payment.userId],
  ['userName', (payment) => payment.userName],
  ['userEmail', (payment) => payment.userEmail],
  ['identificationNumber', (payment) => payment.identificationNumber],
  ['dueDate', (payment) => payment.dueDate],
  ['paymentMade', (payment) => payment.paymentMade],
];

/** A page is made in a few milliseconds: whoever else asks this process for something comes in between. */
const pageLength = 200;
const byteOrderMark = '\ufeff';

/** So many at a time in one process, of as many partners: it answers requests of others meanwhile. */
const runningMax = 2;
const retryAfterSeconds = 15;
/** Whoever takes nothing for so long keeps others from their files. */
const patienceMilliseconds = 60_000;
/** The partners whose exports are under way. */
const running = new Set<bigint>();

export async function exportPayments(
  context: DashboardContext,
  exchange: PersonExchange,
  stalledMilliseconds = patienceMilliseconds,
): Promise<Answer> {
  const search = await searchOf(context, exchange);
  const { partnerId, query } = exchange;
  if (running.has(partnerId)) return later('An export of these payments is under way already: wait until it has ended');
  if (running.size >= runningMax) return later(`${runningMax} exports are under way: wait until one has ended`);
  running.add(partnerId);
  let file: Readable | undefined;
  try {
    file = await begin(context, exchange, search, stalledMilliseconds);
  } finally {
    if (!file) running.delete(partnerId);
  }
  file.once('close', () => running.delete(partnerId));
  const { from, to } = query;
  const name = ['payments', from, to].filter((part) => part && /^[\d-]+$|^payments$/.test(part)).join('_');
  return streamed(file, 'text/csv; charset=utf-8', { 'content-disposition': `attachment; filename="${name}.csv"` });
}

const later = (why: string) => ({ ...failure(429, why), retryAfterSeconds });

/** Reads the first page and writes the trail: what fails here is still answered in words. */
async function begin(
  { database }: DashboardContext,
  { partnerId, visitor, query }: PersonExchange,
  { before: _before, ...search }: PaymentSearch,
  stalledMilliseconds: number,
): Promise<Readable> {
  const page = (before?: bigint) =>
    searchPayments(database, partnerId, { ...search, limit: pageLength, ...(before !== undefined && { before }) });
  const first = await page();
  const asked = ['status', 'type', 'method', 'from', 'to', 'search'].filter((name) => query[name]);
  const filters = Object.fromEntries(
    asked.map((name) => [name, name === 'search' ? (search.text ?? '') : (query[name] ?? '')]),
  );
  await trail(database, { partnerId, visitor, act: 'payments exported', subject: 'payments', after: filters });
  const file: Readable = Readable.from(
    linesOf(first, page, stalledMilliseconds, () => file.destroy(new Error('nobody takes the export'))),
  );
  return file;
}

/** The file in pieces: the head and the first page, then a page at a time. `stalled` is called where one is not taken in time. */
async function* linesOf(
  first: PaymentsFound,
  page: (before: bigint) => Promise<PaymentsFound>,
  stalledMilliseconds: number,
  stalled: () => void,
): AsyncGenerator<string> {
  let head = `${byteOrderMark}${columns.map(([name]) => name).join(',')}\r\n`;
  for (let found = first; ; found = await page(found.nextBefore)) {
    const rows = found.payments.map(paymentView);
    const lines = rows.map((row) => `${columns.map(([, value]) => cell(value(row))).join(',')}\r\n`);
    const timer = setTimeout(stalled, stalledMilliseconds);
    try {
      if (head !== '' || lines.length > 0) yield head + lines.join('');
    } finally {
      clearTimeout(timer);
    }
    head = '';
    if (found.nextBefore === undefined) return;
  }
}

/**
 * One value. Numbers of ours stay as they are: none of them can begin a formula. A spreadsheet that divides at semicolons or tabs
 * (in French, say) takes no heed of quotes within a line, so that a formula may begin behind each of them, or in a new line.
 */
export function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(formulaBegins, "$&'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The place before a sign of formulas, also a full-width one, whatever blanks and quotes stand between, and that before a leading tab or line end. */
const formulaBegins =
  /(?:^|\r\n|[;\t\r\n])(?=[\s"']*[=+\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\u2212])|^(?=[\t\r\n])/g;
