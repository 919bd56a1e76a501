import { expect, test } from 'vitest';
import * as z from 'zod';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { createApiFixture, readProblem, send } from './testing/api-fixture.ts';

const desk = createStatementFixture();
const { createToken } = createApiFixture(desk);

test('a statement of any period has the figures and the rows of its page, by cursor', async () => {
  const { businessId, as } = desk.tenant;
  const token = await createToken(as.accountant, ['statements:read']);
  const ids = new Set<string>();
  for (const [day, amount] of [
    ['02', '1.000000000000000001'],
    ['03', '2'],
    ['04', '3'],
  ])
    ids.add(await desk.deposit(`2026-11-${day}T10:00:00Z`, { settlementPayableAmount: amount }));
  await desk.deposit('2026-11-05T10:00:00Z', { settlementCurrency: 'USDT', settlementPayableAmount: '7' });
  const query = 'currency=EUR&period=2026-11-01..2026-11-20';
  const read = async (path: string) => z.unknown().parse(await (await send(path, { token })).json());
  const { figures } = await desk.read('2026-11-01..2026-11-20');
  expect(await read(`/statement-figures?${query}`)).toEqual({ ...figures, closed: null, laterFacts: 0 });
  const found: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    // A cursor names its statement.
    const chosen: string = cursor === '' ? query : `cursor=${cursor}`;
    const page = statementPage.parse(await read(`/statement-rows?limit=2&${chosen}`));
    expect(page).toMatchObject({ currency: 'EUR', from: '2026-11-01', to: '2026-11-20', count: 3 });
    expect(page.amount).toBe('6.000000000000000001');
    found.push(...page.data.map(({ recordId }) => recordId));
    cursor = page.nextCursor;
  }
  expect([found.length, new Set(found)]).toEqual([3, ids]);
  const page = statementPage.parse(await read(`/statement-rows?limit=1&${query}`));
  for (const other of ['currency=USDT', 'period=2026-11', 'line=declared'])
    expect(
      (await readProblem(await send(`/statement-rows?${other}&cursor=${page.nextCursor}`, { token }))).code,
    ).toBe('invalid-cursor');
  const row = ['EUR', '2026-11', 'credited'];
  const hour = '10:00:00+00';
  for (const place of [
    ...[`2026-02-30 ${hour} ${businessId} deposit`, `2026-11-01 25:00:00+00 ${businessId} deposit`],
    ...[`2026-11-01 ${hour} ${'-'.repeat(36)} deposit`, '', 'x'],
  ]) {
    const forged = Buffer.from(JSON.stringify([...row, place])).toString('base64url');
    const refused = await send(`/statement-rows?cursor=${forged}`, { token });
    expect([place, (await readProblem(refused)).code]).toEqual([place, 'invalid-cursor']);
  }
  for (const wrong of ['period=2026-13', 'period=2026-11-20..2026-11-01', 'currency=', 'line=x'])
    expect((await readProblem(await send(`/statement-figures?${wrong}`, { token }))).code).toBe(
      'invalid-request',
    );
});

const statementPage = z.looseObject({
  amount: z.string().nullable(),
  data: z.array(z.object({ recordId: z.string() })),
  nextCursor: z.string().nullable(),
});
