import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ImportResult } from '#lib/payments/import/schema.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import type { PlacedRecord, RecordResult } from './import-many.tsx';
import { RecordResults, toRecordResult } from './import-many.tsx';
import { runImport } from './run-import.ts';

const fail = (code: Failure['code'], problem?: string): Failure => ({
  ...{ ok: false, code, message: 'The record couldn’t be imported.', requestId: 'r' },
  fieldErrors: problem === undefined ? {} : { text: [problem] },
});
const records: readonly PlacedRecord[] = ['one', 'two', 'three'].map((text, at) => ({
  ...{ text, fileName: 'mail.json', number: at + 1 },
}));
const good = (paymentId: string, changed = true): ActionResult<ImportResult> => ({
  ...{ ok: true, data: { paymentId, changed } },
});

/** Imports the records with these answers, one after the other. */
async function run(answers: readonly (ActionResult<ImportResult> | null)[], stopAfter = answers.length) {
  const sent: string[] = [];
  const waited: number[] = [];
  const results: RecordResult[] = [];
  const reason = await runImport(records, {
    send: ({ text }) => {
      sent.push(text);
      return Promise.resolve(answers[sent.length - 1] ?? null);
    },
    toResult: toRecordResult,
    note: (result) => results.push(result),
    isStopping: () => sent.length >= stopAfter && sent.length < records.length,
    stopped: 'stopped',
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
  });
  return { sent, waited, results, reason };
}

test('a record that can’t be imported stops no other, and has a line of its own', async () => {
  const { results, reason } = await run([good('p1'), fail('invalid', 'No payment ID.'), good('p3', false)]);
  expect(reason).toBeNull();
  expect(results.map(({ state }) => state)).toEqual(['imported', 'failed', 'unchanged']);
  const markup = renderToStaticMarkup(<RecordResults businessId="b" results={results} total={3} />);
  expect(markup.match(/<li/g)).toHaveLength(3);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toContain('3 of 3 done');
  expect(markup).toContain('No payment ID.');
  expect(markup).toContain('href="/b/payments/p3"');
});

test('waits and sends a record again when there are too many requests', async () => {
  const { sent, waited, results } = await run([good('p1'), fail('throttled'), good('p2'), good('p3')]);
  expect(sent).toEqual(['one', 'two', 'two', 'three']);
  expect(waited).toHaveLength(1);
  expect(results).toHaveLength(3);
});

test.each([
  ['a lost connection', null, /connection was lost/],
  ['a lost permission', fail('forbidden'), /couldn’t be imported/],
])('ends at %s, with the results before it', async (_name, failure, reason) => {
  const ended = await run([good('p1'), failure]);
  expect(ended.results).toHaveLength(1);
  expect(ended.reason).toMatch(reason);
  expect(ended.sent).toEqual(['one', 'two']);
});

test('ends when a person stops it', async () => {
  const { results, reason } = await run([good('p1'), good('p2'), good('p3')], 1);
  expect(results).toHaveLength(1);
  expect(reason).toBe('stopped');
});
