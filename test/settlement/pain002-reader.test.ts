/** The bank's report: what is read, in which order, what goes to quarantine, what refuses the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../../src/base/file-refused.ts';
import type { Pain002Item } from '../../src/settlement/pain002-items.ts';
import { pain002Versions, readPain002 } from '../../src/settlement/pain002-reader.ts';

async function items(xml: string): Promise<Pain002Item[]> {
  const all: Pain002Item[] = [];
  for await (const some of readPain002([Buffer.from(xml)])) all.push(...some);
  return all;
}

const group =
  '<OrgnlGrpInfAndSts><OrgnlMsgId>B1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>';
const report = (inside: string, message = 'pain.002.001.11') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><CstmrPmtStsRpt>${inside}</CstmrPmtStsRpt></Document>`;
const block = (inside: string) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`;
const inBlock = (inside: string) => report(`${group}${block(inside)}`);

const partly = `<?xml version="1.0" encoding="UTF-8"?>
<r:Document xmlns:r="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <r:CstmrPmtStsRpt>
    <r:GrpHdr><r:MsgId>R-7</r:MsgId><r:CreDtTm>2026-11-23T10:00:00</r:CreDtTm></r:GrpHdr>
    <r:OrgnlGrpInfAndSts>
      <r:OrgnlMsgId>QT-1</r:OrgnlMsgId>
      <r:OrgnlMsgNmId>pain.001.001.09</r:OrgnlMsgNmId>
      <r:GrpSts>PART</r:GrpSts>
      <r:StsRsnInf><r:Orgtr><r:Nm>Bank</r:Nm></r:Orgtr><r:Rsn><r:Prtry>BANK-9</r:Prtry></r:Rsn></r:StsRsnInf>
      <r:NbOfTxsPerSts><r:DtldNbOfTxs>1</r:DtldNbOfTxs><r:DtldSts>RJCT</r:DtldSts></r:NbOfTxsPerSts>
    </r:OrgnlGrpInfAndSts>
    <r:OrgnlPmtInfAndSts>
      <r:OrgnlPmtInfId>QT-1-1</r:OrgnlPmtInfId>
      <r:TxInfAndSts>
        <r:OrgnlInstrId>QI1</r:OrgnlInstrId>
        <r:OrgnlEndToEndId>
          QE1
        </r:OrgnlEndToEndId>
        <r:TxSts>RJCT</r:TxSts>
        <r:StsRsnInf>
          <r:Rsn><r:Cd>RR09</r:Cd></r:Rsn>
          <r:AddtlInf>Numéro &amp; clé</r:AddtlInf>
          <r:AddtlInf>invalides</r:AddtlInf>
        </r:StsRsnInf>
        <r:StsRsnInf><r:AddtlInf>see above</r:AddtlInf></r:StsRsnInf>
        <r:OrgnlTxRef><r:Amt><r:InstdAmt Ccy="CAD">1.00</r:InstdAmt></r:Amt></r:OrgnlTxRef>
      </r:TxInfAndSts>
      <r:TxInfAndSts><r:OrgnlEndToEndId>QE2</r:OrgnlEndToEndId><r:TxSts>ACSC</r:TxSts></r:TxInfAndSts>
    </r:OrgnlPmtInfAndSts>
    <r:OrgnlPmtInfAndSts><r:OrgnlPmtInfId>QT-1-2</r:OrgnlPmtInfId><r:PmtInfSts>RJCT</r:PmtInfSts></r:OrgnlPmtInfAndSts>
  </r:CstmrPmtStsRpt>
</r:Document>`;

test('a report is told in the order of the file, with identifiers, codes, texts and places', async () => {
  assert.deepEqual(await items(partly), [
    {
      kind: 'group',
      reportMessageId: 'R-7',
      originalMessageId: 'QT-1',
      originalMessageName: 'pain.001.001.09',
      status: 'PART',
      reasons: [{ proprietary: 'BANK-9', info: [] }],
      line: 5,
      column: 5,
    },
    { kind: 'block', originalPaymentInformationId: 'QT-1-1', reasons: [], line: 12, column: 5 },
    {
      kind: 'transaction',
      originalPaymentInformationId: 'QT-1-1',
      originalInstructionId: 'QI1',
      originalEndToEndId: 'QE1',
      status: 'RJCT',
      reasons: [{ code: 'RR09', info: ['Numéro & clé', 'invalides'] }, { info: ['see above'] }],
      line: 14,
      column: 7,
    },
    {
      kind: 'transaction',
      originalPaymentInformationId: 'QT-1-1',
      originalEndToEndId: 'QE2',
      status: 'ACSC',
      reasons: [],
      line: 28,
      column: 7,
    },
    { kind: 'block', originalPaymentInformationId: 'QT-1-2', status: 'RJCT', reasons: [], line: 30, column: 5 },
  ]);
});

test('the three versions are read alike, other messages and versions are refused by name', async () => {
  for (const version of pain002Versions) {
    assert.deepEqual(
      (await items(report(group, version))).map(({ kind }) => kind),
      ['group'],
    );
  }
  for (const other of ['pain.002.001.12', 'camt.054.001.08', 'pain.001.001.09', '']) {
    await assert.rejects(items(report(group, other)), /a Document of pain\.002\.001\.03, .* is/, other);
  }
  await assert.rejects(items('<Document><CstmrPmtStsRpt/></Document>'), FileRefused);
});

test('an entry that cannot be used is quarantined with reason, place and content, and the others go on', async () => {
  const good = '<TxInfAndSts><OrgnlInstrId>G</OrgnlInstrId><TxSts>ACSC</TxSts></TxInfAndSts>';
  const cases: [entry: string, reason: RegExp][] = [
    ['<TxSts>RJCT</TxSts>', /neither OrgnlInstrId nor OrgnlEndToEndId/],
    ['<OrgnlInstrId> </OrgnlInstrId><TxSts>RJCT</TxSts>', /neither/],
    [`<OrgnlInstrId>${'x'.repeat(36)}</OrgnlInstrId><TxSts>RJCT</TxSts>`, /OrgnlInstrId is longer than 35/],
    ['<OrgnlInstrId>A</OrgnlInstrId><TxSts>rejected</TxSts>', /TxSts is not a code/],
    ['<OrgnlInstrId>A</OrgnlInstrId><TxSts/>', /TxSts is not a code/],
    ['<OrgnlInstrId>A</OrgnlInstrId><TxSts>ACSC</TxSts><TxSts>RJCT</TxSts>', /TxSts stands in it twice/],
    [
      '<OrgnlInstrId>A</OrgnlInstrId><OrgnlInstrId>B</OrgnlInstrId><TxSts>RJCT</TxSts>',
      /OrgnlInstrId stands in it twice/,
    ],
  ];
  for (const [entry, reason] of cases) {
    const read = await items(inBlock(`\n<TxInfAndSts>${entry}</TxInfAndSts>${good}`));
    assert.deepEqual(
      read.map(({ kind }) => kind),
      ['group', 'block', 'quarantined', 'transaction'],
      entry,
    );
    const bad = read[2];
    assert.ok(bad?.kind === 'quarantined');
    assert.match(bad.reason, reason);
    assert.deepEqual([bad.element, bad.line, bad.column], ['TxInfAndSts', 2, 1]);
    assert.ok(bad.content.includes('TxSts: ') && bad.content.length <= 8000);
  }
});

test('a block without an identifier is quarantined, its payments are read all the same', async () => {
  const entry = '<TxInfAndSts><OrgnlInstrId>G</OrgnlInstrId></TxInfAndSts>';
  const read = await items(
    report(`${group}<OrgnlPmtInfAndSts><PmtInfSts>RJCT</PmtInfSts>${entry}</OrgnlPmtInfAndSts>`),
  );
  assert.deepEqual(
    read.map(({ kind }) => kind),
    ['group', 'quarantined', 'transaction'],
  );
  assert.ok(read[1]?.kind === 'quarantined' && read[1].element === 'OrgnlPmtInfAndSts');
  assert.ok(read[2]?.kind === 'transaction' && read[2].status === undefined);
});

test('what makes the meaning of the whole doubtful refuses the file', async () => {
  const cases: [xml: string, reason: RegExp][] = [
    [report(''), /no OrgnlGrpInfAndSts/],
    [report(block('') + group), /before OrgnlGrpInfAndSts/],
    [report(group + group), /a second OrgnlGrpInfAndSts/],
    [report(group.replace('B1', '')), /OrgnlMsgId is missing or empty/],
    [report(group.replace(/<OrgnlMsgNmId>.*<\/OrgnlMsgNmId>/, '')), /OrgnlMsgNmId is missing/],
    [report(group.replace('B1', 'x'.repeat(36))), /OrgnlMsgId is longer than 35/],
    [
      report(group.replace('</OrgnlGrp', '<GrpSts>RJCT</GrpSts><GrpSts>ACSC</GrpSts></OrgnlGrp')),
      /GrpSts stands in it twice/,
    ],
    [
      inBlock('<TxInfAndSts><OrgnlInstrId>A</OrgnlInstrId></TxInfAndSts><PmtInfSts>RJCT</PmtInfSts>'),
      /after its transactions/,
    ],
    [inBlock(`<TxInfAndSts>${'<StsRsnInf/>'.repeat(101)}</TxInfAndSts>`), /more than 100 reasons/],
    [`<!DOCTYPE x>${report(group)}`, /DOCTYPE/],
    [`${report(group)}<x/>`, /not well-formed/],
  ];
  for (const [xml, reason] of cases) {
    await assert.rejects(items(xml), (error: unknown) => {
      assert.ok(error instanceof FileRefused && error.line >= 1 && error.column >= 1);
      assert.match(error.message, reason);
      return true;
    });
  }
});

test('elements of the same name elsewhere in the report say nothing about the payment', async () => {
  const inner = '<TxSts>RJCT</TxSts><OrgnlInstrId>Z</OrgnlInstrId>';
  const read = await items(
    inBlock(
      `<TxInfAndSts><OrgnlInstrId>A</OrgnlInstrId><TxSts>ACSC</TxSts><OrgnlTxRef>${inner}<StsRsnInf><Rsn><Cd>AC03</Cd></Rsn></StsRsnInf></OrgnlTxRef>` +
        `<SplmtryData><Envlp><x:TxInfAndSts xmlns:x="urn:x">${inner}</x:TxInfAndSts></Envlp></SplmtryData></TxInfAndSts>` +
        `<x:TxInfAndSts xmlns:x="urn:x">${inner}</x:TxInfAndSts>`,
    ),
  );
  assert.equal(read.length, 3);
  assert.ok(read[2]?.kind === 'transaction');
  assert.deepEqual([read[2].originalInstructionId, read[2].status, read[2].reasons], ['A', 'ACSC', []]);
});

test('a large report is handed over in lists while it is read, in bounded memory', async () => {
  const entry = '<TxInfAndSts><OrgnlInstrId>QI12345</OrgnlInstrId><TxSts>ACSC</TxSts></TxInfAndSts>\n';
  const [start, end] = inBlock('|').split('|') as [string, string];
  let given = 0;
  function* chunks() {
    yield Buffer.from(start);
    for (; given < 100; given++) yield Buffer.from(entry.repeat(500));
    yield Buffer.from(end);
  }
  let givenAtFirst = -1;
  let count = 0;
  let longest = 0;
  for await (const some of readPain002(chunks())) {
    if (givenAtFirst < 0) givenAtFirst = given;
    count += some.length;
    longest = Math.max(longest, some.length);
  }
  assert.equal(count, 50_002);
  assert.ok(givenAtFirst < 5 && longest < 3000, `${givenAtFirst} ${longest}`);
});
