import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createJournalFixture, forgetRuns, names } from './testing/journal-fixture.ts';

describe('the IDs of entries', () => {
  const { desk, map, run, fetchText } = createJournalFixture();
  const readIds = async (runId: string) => {
    const rows = (await fetchText(runId)).trimEnd().split('\r\n').slice(1);
    return [...new Set(rows.map((row) => row.split(',')[0] ?? ''))].toSorted();
  };
  const fill = async () => {
    await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '10.004' });
    await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '7' });
    return desk.deposit('2026-10-06T10:00:00Z', { settlementPayableAmount: '20.004' });
  };
  const change = (depositId: string, settlementPayableAmount: string) =>
    database().deposit.updateMany({ where: { depositId }, data: { settlementPayableAmount } });

  test.each(['netsuite', 'quickbooks'] as const)(
    'of %s stay the same when their run is replaced',
    async (target) => {
      await map(names);
      const depositId = await fill();
      for (const mode of ['event', 'day', 'period'] as const) {
        const choice = { target, mode } as const;
        const first = await run(choice);
        const ids = await readIds(first.runId);
        await change(depositId, '21.004');
        const further = await run(choice);
        const furtherIds = await readIds(further.runId);
        expect(
          furtherIds.filter((id) => ids.includes(id)),
          mode,
        ).toEqual([]);
        const added = await desk.deposit('2026-10-04T10:00:00Z', { settlementPayableAmount: '3' });
        const second = await run({ ...choice, replaces: first.runId });
        expect(await readIds(second.runId), mode).toEqual(expect.arrayContaining(ids));
        const third = await run({ ...choice, replaces: second.runId });
        expect(await readIds(third.runId), mode).toEqual(await readIds(second.runId));
        // The further run keeps its entries, too, and no entry of another run has their IDs.
        const again = await run({ ...choice, replaces: further.runId });
        expect(await readIds(again.runId), mode).toEqual(furtherIds);
        await forgetRuns({ businessId: desk.tenant.businessId });
        await change(depositId, '20.004');
        await database().deposit.deleteMany({ where: { depositId: added } });
      }
    },
  );

  test('of a record that another run has are not its first one', async () => {
    await map(names);
    const depositId = await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '1' });
    const first = await run({ target: 'netsuite' });
    const later = await desk.deposit('2026-10-06T10:00:00Z', { settlementPayableAmount: '2' });
    await run({ target: 'netsuite' });
    await change(later, '5');
    const replaced = await run({ target: 'netsuite', replaces: first.runId });
    const [one, two] = [depositId, later].map((id) => id.replaceAll('-', ''));
    expect(await readIds(replaced.runId)).toEqual([one, `${two}-1`].toSorted());
  });
});
