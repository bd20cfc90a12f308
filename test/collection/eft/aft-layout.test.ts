/** The layout is that of the Standard: offsets as formats §1.1 prints them, from 1, written down again here by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  controlFields,
  controlLength,
  type Field,
  headFields,
  nextFileCreationNumber,
  recordLength,
  segmentFields,
  segmentLength,
  segmentsPerRecord,
  segmentTypes,
  totalFields,
} from '../../../src/collection/eft/aft-layout.ts';

const places = (fields: Readonly<Record<string, Field>>) =>
  Object.values(fields).map(({ offset, length }) => [offset + 1, offset + length]);

test('control part, A and Z stand where the Standard has them', () => {
  assert.deepEqual(places(controlFields), [
    [1, 1],
    [2, 10],
    [11, 20],
    [21, 24],
  ]);
  assert.deepEqual(places(headFields), [
    [25, 30],
    [31, 35],
    [36, 55],
    [56, 58],
  ]);
  assert.deepEqual(places(totalFields), [
    [25, 38],
    [39, 46],
    [47, 60],
    [61, 68],
    [69, 82],
    [83, 90],
    [91, 104],
    [105, 112],
  ]);
});

test('the eighteen elements of a segment stand where the Standard has them', () => {
  const starts = [1, 4, 14, 20, 29, 41, 63, 66, 81, 111, 141, 151, 170, 179, 191, 206, 228, 230];
  assert.deepEqual(
    places(segmentFields),
    starts.map((start, index) => [start, (starts[index + 1] ?? segmentLength + 1) - 1]),
  );
  assert.deepEqual(
    Object.values(segmentFields).map(({ label }) => Number(label.slice(0, 2))),
    starts.map((_start, index) => index + 4),
  );
  assert.equal(controlLength + segmentsPerRecord * segmentLength, recordLength);
});

test('returned credits add to credits, returned debits to debits, error corrections to their own totals', () => {
  const totals = Object.entries(segmentTypes).map(([type, { total }]) => `${type} ${total}`);
  assert.deepEqual(totals, ['C credit', 'D debit', 'E errorCredit', 'F errorDebit', 'I credit', 'J debit']);
});

test('file creation numbers go from 1 to 9999 and begin again', () => {
  assert.deepEqual([0, 1, 9998, 9999].map(nextFileCreationNumber), [1, 2, 9999, 1]);
});
