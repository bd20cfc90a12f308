/** What a bank's XML file can carry: any text becomes fit, identifiers never change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutText, lineText, xmlIdentifier, xmlText } from '../../src/base/file-text.ts';
import { XmlStream } from '../../src/base/xml-stream.ts';

/** Any sequence of UTF-16 units, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((u) => String.fromCharCode(...u));
const oddText = fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 60 }));

function textInXml(escaped: string): string {
  let read = '';
  const stream = new XmlStream({
    root: () => undefined,
    open: () => undefined,
    close: (_name, text) => {
      read = text;
    },
  });
  stream.write(Buffer.from(`<a>${escaped}</a>`));
  stream.end();
  return read;
}

test('any text becomes one line that XML carries unchanged, within the length', () => {
  fc.assert(
    fc.property(oddText, fc.integer({ min: 1, max: 40 }), (text, lengthMax) => {
      const line = lineText(text, lengthMax);
      assert.ok([...line].length <= lengthMax);
      assert.ok(line.isWellFormed());
      assert.equal(textInXml(xmlText(text, lengthMax)), line);
    }),
  );
});

test('accents and characters outside the first plane stay; mark-up is escaped; controls become spaces', () => {
  assert.equal(
    xmlText('Hydro-Québec & <Énergir> "L\'Étoile"', 140),
    'Hydro-Québec &amp; &lt;Énergir&gt; &quot;L&apos;Étoile&quot;',
  );
  assert.equal(lineText('  a\u0000b\r\n\tc\u00a0d\u0085 ', 10), 'a b c d');
  assert.equal(lineText('a\ud800b\uffff🏠', 10), 'a?b?🏠');
});

test('a cut never parts a pair of surrogates, and counts characters', () => {
  assert.equal(cutText('🏠🏠🏠', 2), '🏠🏠');
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(lineText('ab cd', 3), 'ab');
  assert.equal(xmlText('&&&', 2), '&amp;&amp;');
});

test('an identifier that the file could not carry whole throws instead of being cut', () => {
  assert.equal(xmlIdentifier('QT-2026.11/20'), 'QT-2026.11/20');
  for (const bad of ['', 'x'.repeat(36), 'é', 'a_b', '/a', 'a/', 'a//b', ' a', 'a ', 'a&b']) {
    assert.throws(() => xmlIdentifier(bad), /does not fit/, bad);
  }
});
