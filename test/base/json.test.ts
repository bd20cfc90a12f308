/** JSON read without losing money, and the canonical form of RFC 8785. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, type JsonValue, parseJson } from '../../src/base/json.ts';

const canonical = (text: string) => canonicalJson(parseJson(text).value);

test('the example of RFC 8785 §3.2 has its canonical form', () => {
  const source = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`;
  assert.equal(
    canonical(source),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('members are sorted by UTF-16 code units, as in RFC 8785 §3.2.3', () => {
  const source = `{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
    "\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}`;
  assert.deepEqual(
    Object.values(JSON.parse(canonical(source))).toSorted(),
    Object.values(JSON.parse(source)).toSorted(),
  );
  const order = [...canonical(source).matchAll(/:"(\w+)/g)].map((match) => match[1]);
  assert.deepEqual(order, ['Carriage', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew']);
});

test('numbers have the forms of RFC 8785 appendix B', () => {
  const table: [hex: string, form: string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ];
  for (const [hex, form] of table) {
    assert.equal(canonicalJson(Buffer.from(hex, 'hex').readDoubleBE(0)), form, hex);
  }
});

test('equal values have equal forms, whatever the order of members and the white space', () => {
  const shuffled = (value: JsonValue): JsonValue =>
    Array.isArray(value)
      ? value.map(shuffled)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, member]) => [name, shuffled(member)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (generated) => {
      const value = generated as JsonValue;
      const form = canonicalJson(value);
      assert.equal(canonical(JSON.stringify(shuffled(value), null, 3)), form);
      assert.equal(canonical(form), form);
    }),
  );
});

test('different values have different forms', () => {
  const texts = [
    '{}',
    '[]',
    'null',
    '""',
    '0',
    '"0"',
    '[0]',
    '{"a":1}',
    '{"a":"1"}',
    '{"a":1,"b":1}',
    '{"a":{"b":1}}',
    '1.5',
  ];
  assert.equal(new Set(texts.map(canonical)).size, texts.length);
});

test('a member called __proto__ is a member like any other', () => {
  assert.equal(canonical('{"__proto__":{"a":1},"b":2}'), '{"__proto__":{"a":1},"b":2}');
  assert.notEqual(canonical('{"__proto__":{"a":1}}'), canonical('{"__proto__":{"a":2}}'));
});

test('the source text of every number is kept where it stands, in objects and arrays', () => {
  const { value, numberTexts } = parseJson(
    '{"amount":125.50,"list":[1e2,"3",0.10],"more":{"amount":70368744177663.99}}',
  );
  const object = value as { list: object; more: object };
  assert.deepEqual(Object.fromEntries(numberTexts.get(object) ?? []), { amount: '125.50' });
  assert.deepEqual(Object.fromEntries(numberTexts.get(object.list) ?? []), { 0: '1e2', 2: '0.10' });
  assert.deepEqual(Object.fromEntries(numberTexts.get(object.more) ?? []), { amount: '70368744177663.99' });
});

test('of a member that is given twice the last one counts, also for its source text', () => {
  const { value, numberTexts } = parseJson('{"amount":1e0,"amount":2.0000000000000001}');
  assert.deepEqual(value, { amount: 2 });
  assert.equal(numberTexts.get(value as object)?.get('amount'), '2.0000000000000001');
  const mixed = parseJson('{"amount":1e0,"amount":"2"}');
  assert.equal(mixed.numberTexts.get(mixed.value as object)?.get('amount'), undefined);
});

test('malformed text is a SyntaxError', () => {
  for (const text of ['', '{', '{"a":}', "{'a':1}", '[1,]', 'NaN', '01', '1.', '"\u0001"', '{}{}', '\ufeff{}']) {
    assert.throws(() => parseJson(text), SyntaxError, text);
  }
});

test('depth beyond the stack has a canonical form; only where number texts are needed it is a RangeError: never a crash', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  assert.equal(canonical(deep), deep);
  const members = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
  assert.equal(canonical(members), members);
  assert.throws(() => parseJson(deep.replace('[]', '[1e2]')), RangeError);
});
