import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Endpoint, endpointByKey, endpoints } from '../../contract/endpoints.ts';
import { errorStatuses } from '../../contract/errors.ts';
import { eventNames, signatureHeader } from '../../contract/events.ts';
import * as limits from '../../contract/limits.ts';
import { grants, permissions } from '../../contract/permissions.ts';
import { paymentStatuses, transitions } from '../../contract/states.ts';
import { amountDollarsBelow } from '../../src/base/money.ts';
import { document } from './document.ts';
import {
  shownEndpoints,
  shownErrorStatuses,
  shownEvents,
  shownHeaders,
  shownLimits,
  shownPermissions,
  shownRequestBodies,
  shownStatuses,
  shownSuccess,
  shownTransitions,
} from './transcribed-rules.ts';

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe('endpoints and permissions', () => {
  test('the table holds the endpoints of the interface, in its order, with its permissions, and no others', () => {
    const rows = endpoints.map(({ section, method, path, permission }) => [section, method, path, permission]);
    assert.deepEqual(rows, shownEndpoints);
    assert.equal(new Set(endpoints.map(({ key }) => key)).size, endpoints.length);
    for (const endpoint of endpoints) assert.equal(endpointByKey[endpoint.key], endpoint);
  });

  test('the document holds the same endpoints, with their permissions', () => {
    const found = operations.map(({ path, method, operation }) => [method, path, operation['x-permission']]).sort();
    assert.deepEqual(found, shownEndpoints.map(([, method, path, permission]) => [method, path, permission]).sort());
    for (const { url } of document.servers) assert.ok(url.endsWith(shownLimits.versionPrefix), url);
  });

  test('the six permissions grant what the interface says, and the endpoint table agrees', () => {
    assert.deepEqual(grants, shownPermissions);
    assert.deepEqual(permissions, Object.keys(shownPermissions));
    for (const [permission, granted] of Object.entries(grants)) {
      const rows = endpoints.filter((endpoint) => endpoint.permission === permission);
      assert.deepEqual(
        rows.map(({ method, path }) => `${method} ${path}`),
        granted,
      );
    }
  });

  test('an endpoint without a shown permission names the open point', () => {
    for (const endpoint of endpoints as readonly Endpoint[]) {
      assert.equal(endpoint.permission === null, endpoint.open.permission !== undefined, endpoint.path);
    }
  });

  test('every endpoint takes the bearer token', () => {
    assert.equal(document.components.securitySchemes.apiToken?.scheme, 'bearer');
    for (const { operation, path } of operations) {
      assert.deepEqual(
        (operation.security as object[]).map((entry) => Object.keys(entry)),
        [['apiToken']],
        path,
      );
    }
  });
});

describe('requests and answers', () => {
  test('a request body is shown or marked as an open point, never both', () => {
    for (const { path, operation } of operations) {
      if (!operation.requestBody) continue;
      const marked = operation.requestBody['x-open-point'] !== undefined;
      assert.equal(marked, !shownRequestBodies.includes(path), path);
    }
  });

  test('a status of success is shown or marked as an open point, never both', () => {
    for (const { path, operation } of operations) {
      const success = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      assert.deepEqual(success, ['200'], path);
      assert.equal(operation.responses[200]?.['x-open-point'] !== undefined, shownSuccess[path] !== 200, path);
    }
  });

  test('errors have the statuses of the interface and no others; 409 only where a key counts', () => {
    assert.deepEqual(Object.keys(errorStatuses).map(Number), shownErrorStatuses);
    for (const { path, operation } of operations) {
      const statuses = Object.keys(operation.responses).map(Number);
      const expected = shownErrorStatuses.filter((status) => status !== 409 || path === '/create-payment');
      assert.deepEqual(statuses, [200, ...expected], path);
    }
  });

  test('headers are those of the interface; others are marked as open points', () => {
    const { parameters, headers } = document.components;
    assert.deepEqual(
      Object.values(parameters).map(({ name }) => name),
      [...shownHeaders.request, shownHeaders.webhook],
    );
    for (const { path, operation } of operations) {
      const isCreation = path === '/create-payment';
      assert.deepEqual(
        operation.parameters,
        isCreation ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : undefined,
      );
      const answered = Object.keys(operation.responses[200]?.headers as object);
      assert.deepEqual(answered, isCreation ? ['X-Request-Id', shownHeaders.replay] : ['X-Request-Id']);
    }
    assert.equal(headers.RequestId?.['x-open-point'], 'request-id');
    assert.equal(headers.IdempotencyReplayed?.['x-open-point'], undefined);
    for (const parameter of Object.values(parameters)) assert.equal(parameter['x-open-point'], undefined);
  });
});

describe('states, events, limits', () => {
  test('statuses and transitions are those of the interface', () => {
    assert.deepEqual(Object.keys(paymentStatuses), shownStatuses);
    // The creation of card payments has no row of its own in the interface: see `card-created-event`.
    const shown = transitions.filter(({ event }) => event !== null);
    assert.deepEqual(
      shown.map(({ from, to, event }) => [from ?? 'none', to, event]),
      shownTransitions,
    );
    assert.deepEqual(
      transitions.filter(({ event }) => event === null).map(({ from, to, kinds }) => [from, to, kinds]),
      [[null, 'pending', ['rent by card']]],
    );
  });

  test('rent never fails, and only a debit fails while pending', () => {
    for (const { from, to, kinds } of transitions) {
      if (to !== 'failed') continue;
      assert.ok(!kinds.some((kind) => kind.startsWith('rent')));
      if (from === 'pending') assert.deepEqual(kinds, ['bill by eft']);
    }
  });

  test('the three events are those of the interface, signed with its header, each in the document', () => {
    assert.deepEqual(eventNames, shownEvents);
    assert.equal(signatureHeader, shownHeaders.webhook);
    assert.deepEqual(Object.keys(document.webhooks), shownEvents);
    for (const { post } of Object.values(document.webhooks)) {
      assert.deepEqual(post.parameters, [{ $ref: '#/components/parameters/ServiceSignature' }]);
      assert.match(JSON.stringify(post.requestBody), /components\/schemas\/WebhookPayload/);
    }
  });

  test('limits are those of the interface', () => {
    assert.equal(limits.idempotencyKeyCharactersMax, shownLimits.idempotencyKeyCharacters);
    assert.equal(limits.signatureToleranceSeconds, shownLimits.signatureToleranceSeconds);
    assert.equal(limits.identificationNumberDigits, shownLimits.identificationNumberDigits);
    assert.equal(limits.tokenPrefix, shownLimits.tokenPrefix);
    assert.equal(limits.tokenHexCharacters, shownLimits.tokenHexCharacters);
    assert.equal(limits.signingSecretPrefix, shownLimits.signingSecretPrefix);
    assert.deepEqual(limits.eftDebitBusinessDays, shownLimits.businessDays);
    assert.deepEqual(limits.billerPostingBusinessDays, shownLimits.businessDays);
    assert.equal(limits.versionPrefix, shownLimits.versionPrefix);
    const key = document.components.parameters.IdempotencyKey;
    assert.deepEqual(key?.schema, { type: 'string', maxLength: shownLimits.idempotencyKeyCharacters });
    assert.equal(key?.required, false);
    for (const name of ['BillPayment', 'RentPayment', 'CardPayment']) {
      const number = document.components.schemas[name]?.properties?.identificationNumber;
      assert.equal(number?.pattern, `^[0-9]{${shownLimits.identificationNumberDigits}}$`);
    }
  });

  test('the bound of amounts is the one that money is read with', () => {
    assert.equal(limits.amountDollarsBelow, amountDollarsBelow);
  });

  test('no limit is imposed on searches and pages, and none on the length of texts but e-mail addresses', () => {
    const { schemas } = document.components;
    for (const name of ['PayeeSearch', 'PaymentHistoryQuery']) {
      assert.equal(schemas[name]?.properties?.limit?.maximum, undefined);
    }
    for (const name of ['BillByInterac', 'BillByEft', 'RentByInterac', 'CreateCardPayment']) {
      for (const [member, schema] of Object.entries(schemas[name]?.properties ?? {})) {
        if (member !== 'userEmail' && member !== 'bankAccountId') assert.equal(schema.maxLength, undefined, member);
      }
    }
  });
});
