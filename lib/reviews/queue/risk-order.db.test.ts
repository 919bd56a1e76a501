import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { setCategories } from '../settings/set-categories.ts';
import { readCategories } from '../settings/store/categories.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { queueQuery, readQueue } from '../testing/read-queue.ts';
import { saveDepositRisk } from '../testing/risk-rows.ts';
import { readDesk } from './queries/desk.ts';
import { listCases } from './queries/queue.ts';
import { queueDefinition, toQueueReader } from './queries/queue-definition.ts';
import { takeNext } from './take-next.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

async function assessed(riskScore: string | null, ...categories: string[]): Promise<string> {
  const { caseId, depositId } = await desk.flagged();
  if (riskScore !== null || categories.length > 0)
    await database().depositRisk.create({
      data: {
        businessId: desk.businessId,
        depositId,
        riskScore,
        assessment: { sourceRiskEntities: categories.map((category) => ({ name: 'One', category })) },
      },
    });
  await desk.sweep();
  return caseId;
}
const order = async (address: string) =>
  (await readQueue(desk.as.compliance, desk.businessId, address)).rows.map(({ caseId }) => caseId);

test('orders the queue by the category list of the owner, sanctions first and unlisted ones as serious', async () => {
  const { businessId } = desk;
  const gambling = await assessed('0.9', 'GAMBLING');
  const plain = await assessed(null);
  const mixer = await assessed('87', 'MIXER', 'GAMBLING');
  const unlisted = await assessed('1e3', 'NEW_KIND');
  const sanctioned = await assessed('5', 'EXCHANGE', 'OFAC_SANCTIONS');
  await setCategories(desk.as.owner, { businessId, categories: 'MIXER\n gambling \n\nmixer' });
  await desk.sweep();
  expect(await order('')).toEqual([sanctioned, unlisted, mixer, gambling, plain]);
  const { rows } = await readQueue(desk.as.compliance, businessId, '');
  expect(
    rows.map(({ riskCategory, isSanctioned, riskScore }) => [riskCategory, isSanctioned, riskScore]),
  ).toEqual([
    ['OFAC_SANCTIONS', true, '5'],
    ['NEW_KIND', false, '1e3'],
    ['MIXER', false, '87'],
    ['GAMBLING', false, '0.9'],
    [null, false, null],
  ]);
  expect((await order('sort=score.desc')).slice(0, 3)).toEqual([mixer, sanctioned, gambling]);
  expect(await order('risk=sanctions')).toEqual([sanctioned]);
  expect((await order('risk=none')).sort()).toEqual([plain]);
  // In any letters, as the owner's list names it.
  expect(await order('category=Gambling')).toEqual([gambling]);
  expect((await order('category=mixer,NEW_KIND')).sort()).toEqual([mixer, unlisted].sort());
  expect(await order('category=EXCHANGE')).toEqual([]);
  // Compared as reported. "1e3" is no plain number, and one case has no score.
  expect((await order('score=5..87')).sort()).toEqual([sanctioned, mixer].sort());
  expect(await order('score=..0.9')).toEqual([gambling]);
  expect(await order('score=5')).toEqual([sanctioned]);
  expect(await order('score=-1..')).toHaveLength(3);
  expect(await order('score=0..&category=mixer&sort=score.asc')).toEqual([mixer]);
  const { categories } = await readDesk(desk.as.compliance, businessId);
  expect(categories).toEqual(['MIXER', 'gambling', 'NEW_KIND', 'OFAC_SANCTIONS']);
  expect((await takeNext(desk.as.compliance, { businessId })).caseId).toBe(sanctioned);
  expect((await takeNext(desk.as.compliance, { businessId })).caseId).toBe(unlisted);
});

test('orders by category, score, EUR amount and due time, ties in a fixed order, as “Take next” does', async () => {
  const own = await createCaseFixture();
  const { businessId } = own;
  const add = async (changes: {
    riskWeight: number;
    riskScoreNumber: string | null;
    eur: string | null;
    dueAt: string;
  }) => {
    const { caseId } = await own.flagged();
    await own.sweep();
    await database().reviewCase.updateMany({ where: { caseId }, data: changes });
    return caseId;
  };
  const base = { riskWeight: 400, riskScoreNumber: '0.5', eur: '10', dueAt: '2026-12-01T00:00:00Z' };
  const cases = {
    tieOne: await add(base),
    tieTwo: await add(base),
    noScore: await add({ ...base, riskScoreNumber: null, eur: '9999999' }),
    scoreZero: await add({ ...base, riskScoreNumber: '0', eur: null }),
    higherScore: await add({ ...base, riskScoreNumber: '0.51', eur: null, dueAt: '2027-12-01T00:00:00Z' }),
    largest: await add({ ...base, eur: '10.01', dueAt: '2027-12-01T00:00:00Z' }),
    noAmount: await add({ ...base, eur: null, dueAt: '2026-11-01T00:00:00Z' }),
    dueFirst: await add({ ...base, dueAt: '2026-11-30T23:59:59Z' }),
    serious: await add({ riskWeight: 900, riskScoreNumber: null, eur: null, dueAt: '2028-01-01T00:00:00Z' }),
  };
  const expected = [
    ...[cases.serious, cases.higherScore, cases.largest, cases.dueFirst],
    ...[cases.tieOne, cases.tieTwo].toSorted().toReversed(),
    ...[cases.noAmount, cases.scoreZero, cases.noScore],
  ];
  const listIds = async (address: string, size = 100) => {
    const page = await listCases(own.as.compliance, businessId, queueQuery(address), size);
    return { ids: page.rows.map(({ caseId }) => caseId), after: page.after };
  };
  expect((await listIds('')).ids).toEqual(expected);
  expect((await listIds('sort=oldest')).ids).toEqual(expected.toReversed());
  // A page continues at the same case, also among ties.
  const first = await listIds('', 5);
  expect([...first.ids, ...(await listIds(`after=${first.after}`)).ids]).toEqual(expected);
  const taken = [];
  for (let n = 0; n < expected.length; n += 1)
    taken.push((await takeNext(own.as.compliance, { businessId })).caseId);
  expect(taken).toEqual(expected);
});

test('finds the cases of a risk entity by the beginning of its name', async () => {
  const mine = await createCaseFixture();
  const { businessId } = mine;
  const named = async (name: string) => {
    const { caseId, depositId } = await mine.flagged();
    const assessment = { sourceRiskEntities: [{ name, category: 'MIXER' }] };
    await saveDepositRisk({ businessId, depositId, assessment });
    return caseId;
  };
  const [pool, other] = [await named(' Dark Pool'), await named('Bright Pool')];
  const definition = queueDefinition(toQueueReader(mine.as.compliance));
  const found = async (q: string) => {
    const { rows } = await readPage(definition, {
      businessId,
      query: queueQuery(`q=${encodeURIComponent(q)}`),
      select: 'c.case_id',
      read: (row) => String(row['case_id']),
    });
    return rows;
  };
  expect(await found('dark po')).toEqual([pool]);
  expect(await found('BRIGHT')).toEqual([other]);
  expect(await found('da%')).toEqual([]);
  expect(await found('da')).toEqual([]);
});

test('stores one of several lists that are saved at the same moment', async () => {
  const { businessId } = desk;
  const lists = ['MIXER\nGAMBLING', 'EXCHANGE', 'GAMBLING\nEXCHANGE\nMIXER', 'MIXER'];
  const counts = await Promise.all(
    lists.map((categories) => setCategories(desk.as.owner, { businessId, categories })),
  );
  expect(counts.map(({ count }) => count)).toEqual([2, 1, 3, 1]);
  expect(lists).toContain((await readCategories(businessId)).join('\n'));
});

test('lets only owners set the list of categories, and audits it', async () => {
  const { businessId } = desk;
  const input = { businessId, categories: 'MIXER' };
  await expect(setCategories(desk.as.compliance, input)).rejects.toMatchObject({ code: 'forbidden' });
  await setCategories(desk.as.owner, input);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'review-desk.categories' },
    orderBy: { sequence: 'desc' },
  });
  expect(entry.after).toEqual({ categories: ['MIXER'] });
});
