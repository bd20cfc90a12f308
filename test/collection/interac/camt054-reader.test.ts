/** What becomes of each entry of a notification: a transfer, or a quarantined line with its reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchItemsMax, readCamt054 } from '../../../src/collection/interac/camt054-reader.ts';
import { notification, quarantinedOf, readAll, transfersOf } from './notification.ts';

const head = '<Amt Ccy="CAD">125.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>';
const references = '<Refs><EndToEndId>E1</EndToEndId><ClrSysRef>CAvjMTys</ClrSysRef></Refs>';
const credit = (detail: string, before = head) => `<Ntry>${before}<NtryDtls>${detail}</NtryDtls></Ntry>`;
const detail = (content: string) => `<TxDtls>${content}</TxDtls>`;
const numbered = (number: number, amount: string) =>
  detail(`<Refs><ClrSysRef>CA${number}</ClrSysRef></Refs><Amt Ccy="CAD">${amount}</Amt>`);

test('a transfer is read whole, in each of the three versions', async () => {
  const party = '<Nm>Zoé &amp; Cie</Nm><CtctDtls><EmailAdr>zoe@example.com</EmailAdr></CtctDtls>';
  const remittance = '<RmtInf><Ustrd>Hydro 1234-5678</Ustrd><Ustrd>9012 merci</Ustrd></RmtInf>';
  const booked = '<BookgDt><DtTm>2026-11-20T10:00:00-05:00</DtTm></BookgDt>';
  const amount = '<Amt Ccy="CAD">125.50</Amt>';
  const plainHead = '<Amt Ccy="CAD">125.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>';
  const texts = {
    '02': credit(
      detail(
        `${references}<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls><RltdPties><Dbtr>${party}</Dbtr></RltdPties>${remittance}`,
      ),
      plainHead + booked,
    ),
    '04': credit(
      detail(
        `${references}${amount}<CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr>${party}</Dbtr></RltdPties>${remittance}`,
      ),
      plainHead + booked,
    ),
    '08': credit(
      detail(
        `${references}${amount}<CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty>${party}</Pty></Dbtr></RltdPties>${remittance}`,
      ),
      head + booked,
    ),
  };
  for (const version of ['02', '04', '08'] as const) {
    assert.deepEqual(await transfersOf(texts[version], version), [
      {
        kind: 'transfer',
        position: 1,
        line: 3,
        column: texts[version].indexOf('<TxDtls>') + 1,
        entryNumber: 1,
        detailNumber: 1,
        reference: 'network:CAvjMTys',
        amountCents: 12550n,
        currency: 'CAD',
        senderName: 'Zoé & Cie',
        senderEmail: 'zoe@example.com',
        description: 'Hydro 1234-5678 9012 merci',
        bookedAt: '2026-11-20T10:00:00-05:00',
        endToEndId: 'E1',
      },
    ]);
  }
});

test('what the file does not say is left out', async () => {
  const [transfer] = await transfersOf(`<Ntry>${head}<AcctSvcrRef>B1</AcctSvcrRef></Ntry>`);
  assert.deepEqual(transfer, {
    kind: 'transfer',
    position: 1,
    line: 3,
    column: 1,
    entryNumber: 1,
    detailNumber: 1,
    reference: 'bank:B1/1',
    amountCents: 12550n,
    currency: 'CAD',
    description: '',
  });
});

const quarantined: [guarantee: string, entry: string, reason: RegExp][] = [
  ['a debit', credit(detail(references), head.replace('CRDT', 'DBIT')), /the entry is a debit \(DBIT\): only credits/],
  ['an entry without CdtDbtInd', credit(detail(references), head.replace(/<Cdt.*Ind>/, '')), /neither a credit nor/],
  ['a pending entry', credit(detail(references), head.replace('BOOK', 'PDNG')), /status "PDNG": only BOOK/],
  ['an entry without status', credit(detail(references), head.replace(/<Sts>.*/, '')), /no status: only BOOK/],
  ['a reversal', credit(detail(references), `${head}<RvslInd>true</RvslInd>`), /reversal \(RvslInd "true"\)/],
  ['a reversal, as a digit', credit(detail(references), `${head}<RvslInd>1</RvslInd>`), /reversal/],
  ['US dollars', credit(detail(references), head.replace('CAD', 'USD')), /the entry is in "USD": only CAD/],
  ['an amount without currency', credit(detail(references), head.replace(' Ccy="CAD"', '')), /in no currency/],
  ['an entry without amount', credit(detail(references), head.replace(/<Amt.*Amt>/, '')), /the entry has no amount/],
  [
    'an impossible booking day',
    credit(detail(references), `${head}<BookgDt><Dt>2026-02-30</Dt></BookgDt>`),
    /2026-02-30/,
  ],
  ['a transfer without a reference', credit(detail('')), /ClrSysRef .* or AcctSvcrRef .* must be given/],
  ['NOTPROVIDED as the reference', credit(detail('<Refs><ClrSysRef>NOTPROVIDED</ClrSysRef></Refs>')), /no reference/],
  [
    'a reference too long to be one',
    credit(detail(`<Refs><ClrSysRef>${'A'.repeat(36)}</ClrSysRef></Refs>`)),
    /36 characters: at most 35/,
  ],
  [
    'a detail that is a debit',
    credit(detail(`${references}<CdtDbtInd>DBIT</CdtDbtInd>`)),
    /the detail is a debit \(DBIT\)/,
  ],
  [
    'a detail in another currency',
    credit(detail(`${references}<Amt Ccy="EUR">125.50</Amt>`)),
    /the detail is in "EUR"/,
  ],
  [
    'a single detail of another amount',
    credit(numbered(1, '125.49')),
    /add up to 125.49 CAD but the entry says 125.50 CAD/,
  ],
  ['an amount given twice', credit(detail(references), `<Amt Ccy="CAD">1.00</Amt>${head}`), /<Amt> is given twice/],
  ['a reference given twice', credit(detail(references + references)), /<ClrSysRef> is given twice/],
  [
    'an amount in US dollars with an empty one in CAD behind it',
    credit(detail(references), `${head.replace('CAD', 'USD')}<Amt Ccy="CAD"></Amt>`),
    /the entry is in "USD": only CAD/,
  ],
  [
    'an element inside an amount',
    credit(detail(references), head.replace('125.50', '12<x/>5.50')),
    /<Amt> holds the element <x>/,
  ],
  [
    'a status behind the details',
    `<Ntry>${head.replace(/<Sts>.*/, '')}<NtryDtls>${detail(references)}</NtryDtls><Sts><Cd>BOOK</Cd></Sts></Ntry>`,
    /<Cd> of the entry stands behind/,
  ],
];

for (const [guarantee, entry, reason] of quarantined) {
  test(`${guarantee} is quarantined, with the reason`, async () => {
    assert.match((await quarantinedOf(entry)).reason, reason);
  });
}

const amounts: [text: string, cents: bigint | RegExp][] = [
  ['0.01', 1n],
  ['1', 100n],
  ['10.5', 1050n],
  ['10.50000', 1050n],
  [' 10.50\n', 1050n],
  ['+10.50', 1050n],
  ['.5', 50n],
  ['5.', 500n],
  ['0007.00', 700n],
  ['9999999999999.99', 999999999999999n],
  ['0', /not greater than zero/],
  ['0.00', /not greater than zero/],
  ['-1.00', /is "-1.00", not a number/],
  ['1.005', /more than two decimals/],
  ['1e2', /not a number/],
  ['1,50', /not a number/],
  ['1 000.00', /not a number/],
  ['.', /not a number/],
  ['NaN', /not a number/],
  ['１.00', /not a number/],
  ['9'.repeat(40_000), /too large/],
];

for (const [text, expected] of amounts) {
  const shown = JSON.stringify(text.slice(0, 30));
  test(`the amount ${shown} is ${typeof expected === 'bigint' ? `${expected} cents` : 'quarantined'}`, async () => {
    const entry = `<Ntry>${head.replace('125.50', text)}<AcctSvcrRef>B1</AcctSvcrRef></Ntry>`;
    if (typeof expected === 'bigint') assert.equal((await transfersOf(entry))[0]?.amountCents, expected);
    else assert.match((await quarantinedOf(entry)).reason, expected);
  });
}

test('a quarantined line keeps what was read of it, and all its faults', async () => {
  const line = await quarantinedOf(
    credit(
      detail(`${references}<Amt Ccy="EUR">1.00</Amt><RmtInf><Ustrd>merci</Ustrd></RmtInf>`),
      head.replace('BOOK', 'PDNG'),
    ),
  );
  assert.match(line.reason, /EUR.*PDNG/);
  assert.deepEqual(line.content, {
    amount: '1.00',
    currency: 'EUR',
    entryAmount: '125.50',
    entryCurrency: 'CAD',
    indicator: 'CRDT',
    status: 'PDNG',
    networkReference: 'CAvjMTys',
    endToEndId: 'E1',
    description: 'merci',
  });
});

test('elements of other namespaces and other places never pass for those of the entry', async () => {
  const foreign = '<x:Amt xmlns:x="urn:x" Ccy="CAD">1.00</x:Amt><Chrgs><Rcrd><Amt Ccy="CAD">1.00</Amt></Rcrd></Chrgs>';
  const others =
    '<RltdPties><UltmtDbtr><Pty><Nm>U</Nm></Pty></UltmtDbtr><Cdtr><Pty><Nm>C</Nm></Pty></Cdtr></RltdPties>';
  const [transfer] = await transfersOf(credit(detail(`${references}${foreign}${others}`), foreign + head));
  assert.equal(transfer?.amountCents, 12550n);
  assert.equal(transfer?.senderName, undefined);
});

test('a prefix on the names changes nothing', async () => {
  const plain = notification(credit(detail(`${references}<Amt Ccy="CAD">125.50</Amt>`)));
  const prefixed = plain.replace('xmlns=', 'xmlns:ns=').replaceAll(/<(\/?)(\w)/g, '<$1ns:$2');
  const [one] = await readAll(plain);
  const [other] = await readAll(prefixed);
  assert.ok(one?.kind === 'transfer' && other?.kind === 'transfer');
  assert.deepEqual({ ...other, column: one.column }, one);
});

test('comments, CDATA and references inside a text are part of it as XML says', async () => {
  const [transfer] = await transfersOf(
    credit(
      detail(
        `${references}<Amt Ccy="CAD">12<!-- -->5<![CDATA[.]]>&#53;0</Amt><RmtInf><Ustrd><![CDATA[<!DOCTYPE x>]]></Ustrd></RmtInf>`,
      ),
    ),
  );
  assert.equal(transfer?.amountCents, 12550n);
  assert.equal(transfer?.description, '<!DOCTYPE x>');
});

test('of a description a thousand characters are kept, and no part of a longer run of digits', async () => {
  const kept = async (text: string) =>
    (await transfersOf(credit(detail(`${references}<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`))))[0]?.description;
  assert.equal(await kept('x'.repeat(1_000)), 'x'.repeat(1_000));
  assert.equal(await kept('x'.repeat(1_001)), 'x'.repeat(1_000));
  assert.equal(await kept(`${'x'.repeat(988)}1234567890123`), 'x'.repeat(988));
  assert.equal(await kept(`${'x'.repeat(988)}123456789012 and more`), `${'x'.repeat(988)}123456789012`);
  assert.equal(await kept(`${'x'.repeat(999)}😀`), 'x'.repeat(999));
});

test('batches hold at most a thousand items, whatever the size of the chunks', async () => {
  const details = Array.from({ length: 5_000 }, (_, at) => numbered(at, '1.00')).join('');
  const bytes = Buffer.from(notification(credit(details, head.replace('125.50', '5000.00'))));
  const sizes: number[] = [];
  for await (const batch of readCamt054([bytes])) sizes.push(batch.length);
  assert.ok(sizes.every((size) => size > 0 && size <= batchItemsMax));
  assert.equal(
    sizes.reduce((sum, size) => sum + size),
    5_000,
  );
});

test('a line that is wrong in a million places is one quarantined line of modest size', async () => {
  const line = await quarantinedOf(credit(detail(`${references}${'<Amt Ccy="CAD">1</Amt>'.repeat(10_000)}`)));
  assert.ok(JSON.stringify(line).length < 5_000);
});
