/** Strict reading of bank XML: what is refused, where, and that arrival in pieces changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../../src/base/file-refused.ts';
import { XmlStream, xmlDepthMax, xmlTextLengthMax } from '../../src/base/xml-stream.ts';

type Seen = string[];

function read(bytes: Uint8Array, pieceBytes = bytes.length): Seen {
  const seen: Seen = [];
  const stream = new XmlStream({
    root: (name, namespace) => (namespace === 'urn:other' ? `${name} of ${namespace} is not wanted` : undefined),
    open: (name, _attributes, depth, { line, column }) => seen.push(`${depth} <${name}> ${line}:${column}`),
    close: (name, text) => seen.push(`</${name}> ${JSON.stringify(text)}`),
  });
  for (let start = 0; start < bytes.length; start += pieceBytes)
    stream.write(bytes.subarray(start, start + pieceBytes));
  stream.end();
  return seen;
}

function refusal(content: string | Uint8Array): FileRefused {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    read(bytes);
  } catch (error) {
    assert.ok(error instanceof FileRefused, String(error));
    return error;
  }
  assert.fail('the file was not refused');
}

test('elements come with local names, text with entities and CDATA resolved, places of their tags', () => {
  const xml =
    '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<n:a xmlns:n="urn:x" >\r\n  <n:b k="1">é &amp; <![CDATA[<c>]]>&#233;<!-- x -->!</n:b>\n</n:a>';
  const expected = ['1 <a> 2:1', '2 <b> 3:3', '</b> "é & <c>é!"', '</a> "\\n"'];
  assert.deepEqual(read(Buffer.from(xml)), expected);
  for (let size = 1; size < 9; size++)
    assert.deepEqual(read(Buffer.from(xml), size), expected, `pieces of ${size} bytes`);
});

test('an element of another namespace never passes for one of the message', () => {
  const xml = '<a xmlns="urn:x"><b xmlns="urn:y"><c/></b><y:b xmlns:y="urn:y"/><b/></a>';
  assert.deepEqual(
    read(Buffer.from(xml)).filter((line) => line.includes(' <')),
    ['1 <a> 1:1', '2 <{urn:y}b> 1:18', '3 <{urn:y}c> 1:35', '2 <{urn:y}b> 1:43', '2 <b> 1:65'],
  );
});

test('what is not a strict, small-boned UTF-8 document is refused, with a reason', () => {
  const cases: [content: string | Uint8Array, reason: RegExp][] = [
    ['', /not well-formed/],
    ['no xml', /not well-formed/],
    ['<a>', /cut off: it ends inside <a>/],
    ['<a', /not well-formed/],
    ['<a></b>', /not well-formed/],
    ['<a/><b/>', /not well-formed/],
    ['<a>&nbsp;</a>', /not well-formed/],
    ['<a>\u0001</a>', /not well-formed/],
    ['<a k="1" k="2"/>', /not well-formed/],
    ['<!DOCTYPE a><a/>', /DOCTYPE/],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /DOCTYPE/],
    ['<?xml version="1.1"?><a/>', /XML 1\.1 is not accepted/],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /encoding ISO-8859-1 is not accepted/],
    ['<p:a/>', /prefix without a namespace/],
    ['<a:b:c xmlns:a="urn:x"/>', /not a name with one prefix/],
    ['<a xmlns="urn:other"/>', /not wanted/],
    ['<a>'.repeat(xmlDepthMax + 1), /nested deeper than 100/],
    [`<a>${'x'.repeat(xmlTextLengthMax + 1)}</a>`, /longer than/],
    [`<a k="${'x'.repeat(xmlTextLengthMax + 1)}"/>`, /longer than/],
    [`<a>${'x'.repeat(10_000_000)}`, /longer than/],
    [`<a><!--${'x'.repeat(200_000)}--></a>`, /longer than/],
    [Buffer.from('<a>é</a>', 'latin1'), /not UTF-8/],
    [Buffer.from('<a>é', 'utf8').subarray(0, 4), /inside a character/],
    [Buffer.from('\ufeff<a/>', 'utf16le'), /not UTF-8/],
    [Buffer.from([0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80]), /not UTF-8/],
  ];
  for (const [content, reason] of cases) assert.match(refusal(content).message, reason, String(content).slice(0, 60));
  assert.doesNotThrow(() => read(Buffer.from('<a>'.repeat(xmlDepthMax) + '</a>'.repeat(xmlDepthMax))));
});

test('a refusal names line and column', () => {
  const { line, column } = refusal('<a>\n  <b>\n  </c>\n</a>');
  assert.deepEqual([line, column], [3, 6]);
  const encoding = refusal(Buffer.from('<a>\n<b>abc\xe9</b></a>', 'latin1'));
  assert.deepEqual([encoding.line, encoding.column], [2, 6]);
});
