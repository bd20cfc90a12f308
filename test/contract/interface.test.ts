import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { document, type Schema, walk } from './document.ts';
import { answeredDateTimes, type ShownType, shownFields, shownValues } from './transcribed-fields.ts';

const schemas = document.components.schemas;

/** What is wrong with a member, or undefined: it must be shown as it is, or else carry the mark of an open point. */
function faultOf(shown: ShownType | undefined, member: Schema): string | undefined {
  const marked = member['x-open-point'] !== undefined;
  if (shown === undefined) return marked ? undefined : 'is neither shown by the interface nor marked with x-open-point';
  if (shown === 'not shown') return marked ? undefined : 'has a type that is not shown, and no x-open-point';
  if (marked) return 'is shown by the interface, yet marked with x-open-point';
  return member.type === shown ? undefined : `is shown as ${shown}, but is ${JSON.stringify(member.type)}`;
}

describe('the fields of the contract', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    test(`every member of ${name} is shown or marked as an open point`, () => {
      for (const [member, inner] of Object.entries(schema.properties ?? {})) {
        const fault = faultOf(shownFields[name]?.[member], inner);
        assert.equal(fault, undefined, `${name}.${member} ${fault}`);
      }
    });
  }

  for (const [name, fields] of Object.entries(shownFields)) {
    test(`every field that the interface shows of ${name} is there`, () => {
      for (const field of Object.keys(fields)) {
        assert.ok(schemas[name]?.properties?.[field], `${name}.${field} is shown by the interface, and missing`);
      }
    });
  }

  test('the comparison itself finds what is unmarked, missing its type, altered or wrongly marked', () => {
    const marked = { type: 'string', 'x-open-point': 'rent-fields' };
    assert.match(String(faultOf(undefined, { type: 'string' })), /neither shown/);
    assert.match(String(faultOf('not shown', { type: 'string' })), /not shown/);
    assert.match(String(faultOf('string', marked)), /yet marked/);
    assert.match(String(faultOf('number', { type: 'string' })), /is shown as number/);
    assert.equal(faultOf(undefined, marked), undefined);
  });
});

describe('the values of the fields', () => {
  test('values that the interface spells out are the only ones', () => {
    for (const [name, members] of Object.entries(shownValues)) {
      for (const [member, values] of Object.entries(members)) {
        const schema = schemas[name]?.properties?.[member];
        assert.deepEqual(schema?.enum ?? [schema?.const], values, `${name}.${member}`);
      }
    }
  });

  test('answered date-times say so', () => {
    for (const [name, members] of Object.entries(answeredDateTimes)) {
      for (const member of members) {
        assert.equal(schemas[name]?.properties?.[member]?.format, 'date-time', `${name}.${member}`);
      }
    }
  });

  test('arrays hold what the interface says', () => {
    const itemsOf = (name: string, member: string) => schemas[name]?.properties?.[member]?.items;
    assert.deepEqual(itemsOf('WebhookPayload', 'payments'), { $ref: '#/components/schemas/Payment' });
    assert.deepEqual(itemsOf('ErrorBody', 'details'), { $ref: '#/components/schemas/FieldFault' });
    assert.deepEqual(itemsOf('FieldFault', 'path'), { type: 'string' });
    assert.deepEqual(schemas.Payment?.anyOf, [
      { $ref: '#/components/schemas/BillPayment' },
      { $ref: '#/components/schemas/RentPayment' },
    ]);
  });

  test('only `details` may be absent from an error', () => {
    assert.deepEqual(schemas.ErrorBody?.required, ['error', 'timestamp', 'endpoint']);
    assert.deepEqual(schemas.FieldFault?.required, ['path', 'message']);
    assert.deepEqual(schemas.WebhookPayload?.required, ['event', 'payments', 'timestamp', 'source']);
  });

  test('no object hides outside the components, where its members would escape the comparison', () => {
    walk(document, (node, path) => {
      const inComponent = path.length === 3 && path[0] === 'components' && path[1] === 'schemas';
      assert.ok(inComponent || path.includes('properties') || node.properties === undefined, path.join('/'));
      if (path.includes('properties')) assert.equal(node.properties, undefined, path.join('/'));
    });
  });

  test('unknown members are allowed everywhere', () => {
    walk(document, (node, path) => assert.equal(node.additionalProperties, undefined, path.join('/')));
  });
});
