import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageFrom } from '../../src/payment-page/language.ts';
import { html } from '../../src/payment-page/markup.ts';
import { texts } from '../../src/payment-page/texts.ts';

test('the language is the one that the browser wants most', () => {
  for (const [header, expected] of [
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-ca,en', 'fr'],
    ['en-CA,fr-CA', 'en'],
    ['en;q=0.8,fr;q=0.9', 'fr'],
    ['en;q=0.8, fr;q=0.79', 'en'],
    ['de-CH,de;q=0.9,fr;q=0.3,en;q=0.2', 'fr'],
    ['en;q=0,*', 'fr'],
    ['*', 'en'],
    ['de', 'en'],
    ['fr;q=0', 'en'],
    ['*;q=0.5,fr;q=0.1', 'en'],
    ['frr,en', 'en'],
    ['fr;q=7,en;q=0.1', 'en'],
    ['fr ; q=1.000 , en', 'fr'],
    [';;;,,,q=1', 'en'],
    [`${'x,'.repeat(100_000)}fr`, 'en'],
  ] as const) {
    assert.equal(languageFrom(header), expected, (header ?? 'none').slice(0, 50));
  }
});

test('what is put into a template is text, what stands in it is markup', () => {
  const inner = html`<b title="${'"'}">${"<&>'"}</b>`;
  assert.equal(
    html`<p>${inner}${undefined}${false}${[1, 2n, inner]}</p>`.text,
    `<p><b title="&quot;">&lt;&amp;&gt;&#39;</b>12<b title="&quot;">&lt;&amp;&gt;&#39;</b></p>`,
  );
});

test('each text of a language is its own: none is empty, and French is not English', () => {
  const flat = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'function'
        ? flat((value as (...given: string[]) => unknown)('A', 'B'))
        : Object.values(value as object).flatMap(flat);
  const [english, french] = [flat(texts.en), flat(texts.fr)];
  assert.equal(english.length, french.length);
  for (const [index, text] of french.entries()) {
    assert.notEqual(text.trim(), '');
    assert.ok(!/[\u00a0\s]'|'\s|"/.test(text), text);
    assert.notEqual(text, english[index]);
  }
});
