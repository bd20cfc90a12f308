import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openPoints } from '../../contract/open-points.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { generatedFiles, staleFiles } from '../../scripts/generate.ts';
import { document, walk } from './document.ts';

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(document.openapi, '3.1.0');
  });

  test('is built anew each time, so that nobody can change it for others', () => {
    const first = openApiDocument();
    (first.info as { title: string }).title = 'changed';
    assert.notEqual((openApiDocument().info as { title: string }).title, 'changed');
  });

  test('has every reference resolved', () => {
    walk(document, (node, path) => {
      if (typeof node.$ref !== 'string') return;
      const target = node.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
      assert.ok(target, `${path.join('/')}: ${node.$ref}`);
    });
  });

  test('carries no keyword that only the validation reads', () => {
    walk(document, (node, path) => {
      for (const name of ['x-text', 'x-amount', 'x-accepted']) assert.ok(!(name in node), `${path.join('/')} ${name}`);
    });
  });

  test('describes every endpoint, every field and every parameter', () => {
    walk(document.components.schemas, (node, path) => {
      if (path.at(-2) !== 'properties') return;
      assert.ok(node.description || node.$ref, `${path.join('.')} has no description`);
    });
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) assert.ok(operation.summary && operation.description);
    }
  });

  test('has examples that meet its own schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(structuredClone(document), 'document');
    let checked = 0;
    const check = (path: string[], value: unknown) => {
      const pointer = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
      const validate = ajv.getSchema(`document#/${pointer.join('/')}`);
      assert.ok(validate, path.join(' '));
      assert.ok(validate(value), `${path.join(' ')}: ${ajv.errorsText(validate.errors)}`);
      checked++;
    };
    walk(document, (node, path) => {
      if (path.at(-1) === 'application/json') {
        if ('example' in node) check([...path, 'schema'], node.example);
        const named = (node.examples ?? {}) as Record<string, { value: unknown }>;
        for (const { value } of Object.values(named)) check([...path, 'schema'], value);
      } else if (Array.isArray(node.examples)) {
        for (const value of node.examples) check(path, value);
      }
    });
    assert.ok(checked > 100, `only ${checked} examples`);
  });
});

describe('open points', () => {
  const ids = openPoints.map(({ id }) => id as string);

  test('each has its own id, a section, and says what, how and why', () => {
    assert.equal(new Set(ids).size, ids.length);
    for (const point of openPoints) {
      assert.match(point.id, /^[a-z]+(-[a-z]+)*$/);
      for (const section of point.sections) assert.match(section, /^[1-9](\.[1-9])?$/, point.id);
      for (const words of [point.leftOpen, point.decision, point.why]) assert.match(words, /\.$/, point.id);
    }
  });

  test('every mark in the document names one of them', () => {
    walk(document, (node, path) => {
      const aspects = (node['x-open-aspects'] ?? []) as string[];
      const mark = node['x-open-point'] as string | undefined;
      for (const id of mark === undefined ? aspects : [mark, ...aspects]) {
        assert.ok(ids.includes(id), `${path.join('/')} names the open point ${id}, which does not exist`);
      }
    });
  });

  test('the document lists all of them', () => {
    assert.deepEqual(Object.keys(document['x-open-points']), ids);
  });
});

describe('generated files', () => {
  for (const file of generatedFiles) {
    test(`${file.path} is fresh`, async () => {
      assert.deepEqual(await staleFiles([file]), [], `${file.path} is out of date; repair it with: npm run generate`);
    });
  }
});
