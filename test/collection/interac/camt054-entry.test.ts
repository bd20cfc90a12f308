/** Entries with several details: each a transfer of its own, and all of them together the entry's amount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryFaultsIn, notification, readAll, transfersOf } from './notification.ts';

const head = '<Amt Ccy="CAD">125.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>';
const references = '<Refs><EndToEndId>E1</EndToEndId><ClrSysRef>CAvjMTys</ClrSysRef></Refs>';
const credit = (detail: string, before = head) => `<Ntry>${before}<NtryDtls>${detail}</NtryDtls></Ntry>`;
const detail = (content: string) => `<TxDtls>${content}</TxDtls>`;
const numbered = (number: number, amount: string) =>
  detail(`<Refs><ClrSysRef>CA${number}</ClrSysRef></Refs><Amt Ccy="CAD">${amount}</Amt>`);

test('several details of an entry are transfers of their own, each with its place and its position', async () => {
  const transfers = await transfersOf(
    `${credit(numbered(1, '25.50') + numbered(2, '100.00'))}\n<Ntry>${head}<AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${detail(
      '<Amt Ccy="CAD">100</Amt>',
    )}</NtryDtls><NtryDtls>${detail('<Amt Ccy="CAD">25.5</Amt>')}</NtryDtls></Ntry>`,
  );
  assert.deepEqual(
    transfers.map((each) => [
      each.position,
      each.entryNumber,
      each.detailNumber,
      each.reference,
      each.amountCents,
      each.line,
    ]),
    [
      [1, 1, 1, 'network:CA1', 2550n, 3],
      [2, 1, 2, 'network:CA2', 10000n, 3],
      [3, 2, 1, 'bank:B/1', 10000n, 4],
      [4, 2, 2, 'bank:B/2', 2550n, 4],
    ],
  );
});

const entryFaults: [guarantee: string, entry: string, kinds: string, reason: RegExp][] = [
  [
    'details that do not add up to their entry',
    credit(numbered(1, '25.50') + numbered(2, '99.99')),
    'transfer transfer entryFault',
    /add up to 125.49 CAD but the entry says 125.50 CAD/,
  ],
  [
    'one of several details without an amount',
    credit(numbered(1, '25.50') + detail(references)),
    'transfer quarantined entryFault',
    /cannot be added up .* detail 2 gives no amount/,
  ],
  [
    'one of several details with an amount that is none',
    credit(numbered(1, '125.50') + numbered(2, 'x')),
    'transfer quarantined entryFault',
    /detail 2 gives no readable amount/,
  ],
  [
    'an amount of the entry behind several details',
    `<Ntry>${head}<NtryDtls>${numbered(1, '25.50')}${numbered(2, '100.00')}</NtryDtls><Amt Ccy="CAD">1.00</Amt></Ntry>`,
    'transfer transfer entryFault',
    /<Amt> of the entry stands behind its details/,
  ],
];

for (const [guarantee, entry, kinds, reason] of entryFaults) {
  test(`${guarantee}: the entry is declared faulty after its transfers`, async () => {
    const items = await readAll(notification(`${credit(numbered(9, '125.50'))}${entry}`));
    assert.equal(items.map(({ kind }) => kind).join(' '), `transfer ${kinds}`);
    const [fault] = entryFaultsIn(items);
    assert.equal(fault?.entryNumber, 2);
    assert.match(fault?.reason ?? '', reason);
  });
}

test('several details without amounts are quarantined, one by one', async () => {
  const items = await readAll(notification(credit(detail(references) + detail(references))));
  assert.deepEqual(
    items.map((item) => [item.kind, 'reason' in item && /without an amount of its own/.test(item.reason)]),
    [
      ['quarantined', true],
      ['quarantined', true],
    ],
  );
});

test('a debit among the details is taken off the sum; only it is quarantined', async () => {
  const debit = numbered(2, '4.50').replace('</TxDtls>', '<CdtDbtInd>DBIT</CdtDbtInd></TxDtls>');
  const items = await readAll(notification(credit(numbered(1, '130.00') + debit)));
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['transfer', 'quarantined'],
  );
});
