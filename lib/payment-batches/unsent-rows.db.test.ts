import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBatchRunFixture } from './testing/batch-run-fixture.ts';

const { run, view, toKey, sentIds, upload, confirm, confirmRows, readRows, readWarnings, reportPayment } =
  createBatchRunFixture();

test('sends no row whose payment was reported after the confirmation', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  await reportPayment(`${prefix}-1`);
  await run();
  expect(sentIds()).toEqual([`${prefix}-2`]);
  expect(await readRows(batchId)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('was reported after the file was confirmed') },
    { state: 'done' },
  ]);
  // The file comes again with a warning. The person who confirms it has seen the warning.
  const again = await upload(1, prefix);
  expect(await readWarnings(again)).toEqual([expect.stringContaining('already exists')]);
  await confirm(again);
  await run();
  expect((await view(again)).counts).toMatchObject({ done: 1 });
});

test('sends no row that another file’s restore put in doubt after the confirmation', async () => {
  const prefix = randomUUID();
  const other = await confirmRows(1, prefix);
  const batchId = await confirm(await upload(1, prefix));
  await database().paymentBatchRow.updateMany({ where: toKey(other), data: { state: 'unknown' } });
  await run();
  expect(await readRows(batchId)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('before a backup was restored') },
  ]);
});
