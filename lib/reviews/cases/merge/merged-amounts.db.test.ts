import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import { mergeTimelines } from '#lib/reports/index.ts';
import { createEvidencePack } from '../../evidence/create-evidence-pack.ts';
import { readFigures } from '../../queue/queries/figures.ts';
import { describeReportFacts } from '../../reports/model/facts.ts';
import type { CaseFixture } from '../../testing/case-fixture.ts';
import { createCaseFixture } from '../../testing/case-fixture.ts';
import { listRelatedRecords } from '../queries/related.ts';
import { readSubjects } from '../view-case.ts';

/** Creates three deposits with cases and merges two cases into the first. */
async function merged(desk: CaseFixture) {
  const btc = { depositCurrency: 'BTC', depositAmount: '0.1', uniformPayableAmount: '600' };
  const own = await desk.flagged({ ...btc, fromAddressKey: 'own', fromAddress: 'own', network: 'BTC' });
  const second = await desk.flagged({ ...btc, fromAddressKey: 'bad', fromAddress: 'bad', network: 'BTC' });
  const third = await desk.flagged({
    depositCurrency: 'ETH',
    depositAmount: '2',
    uniformPayableAmount: null,
  });
  await database().depositRisk.create({
    data: {
      businessId: desk.businessId,
      depositId: second.depositId,
      riskScore: '87',
      assessment: { sourceRiskEntities: [{ name: 'Mixer of the second', category: 'MIXER' }] },
    },
  });
  await desk.sweep();
  await desk.merge(own.caseId, second.caseId, third.caseId);
  return { own, second, third };
}

test('shows the risk, amounts by currency, relations and timeline of all merged cases', async () => {
  const desk = await createCaseFixture();
  const { own, second, third } = await merged(desk);
  const { compliance } = desk.as;
  const view = await desk.view(own.caseId);
  expect(view.money).toEqual({
    totals: [
      { currency: 'BTC', amount: '0.2', unreported: 0, provisional: null },
      { currency: 'ETH', amount: '2', unreported: 0, provisional: null },
    ],
    eur: '1200',
    eurUnreported: 1,
    eurSources: ['credited'],
  });
  expect(view.asksSecond).toBe(true);
  const subjects = await readSubjects(compliance, view);
  expect(subjects.joined.map(({ caseId }) => caseId)).toEqual([second.caseId, third.caseId]);
  const [risky] = subjects.joined.map(({ subject }) => (subject.kind === 'deposit' ? subject.risk : null));
  expect(risky).toMatchObject({ riskScore: '87', source: { count: 1 } });

  const facts = describeReportFacts(view, subjects);
  for (const { depositId } of [own, second, third]) expect(facts).toContain(`Deposit ID: ${depositId}`);
  expect(facts).toContain('FLAGGED RECORD 2 OF 3 (CASE 2)');
  expect(facts).toContain('Mixer of the second (MIXER)');
  expect(facts).toContain(
    'Total in EUR (largest reported amount of each record): 1200 EUR, without 1 record whose amount is not reported',
  );
  expect(facts).toContain('Illicit parties found (case 2)');

  const sibling = await desk.flagged({ fromAddressKey: 'bad', fromAddress: 'bad', network: 'BTC' });
  const payout = { toAddress: 'own', toAddressKey: 'own' };
  const withdrawalId = await insertWithdrawal(desk.businessId, payout);
  const { rows } = await listRelatedRecords(compliance, desk.businessId, [view.own, ...view.joined]);
  expect(rows.map(({ id, by }) => [id, by]).toSorted()).toEqual(
    [
      [sibling.depositId, 'address'],
      [withdrawalId, 'address'],
    ].toSorted(),
  );

  const pack = await createEvidencePack(compliance, desk.businessId, own.caseId);
  const text = (name: string) =>
    Buffer.from(pack.files.find((one) => one.name === name)?.bytes ?? []).toString();
  expect(text('joined/case-2-records.json')).toContain('Mixer of the second');
  expect(JSON.parse(text('related.json')).rows).toHaveLength(2);
});

test('keeps the amounts of each merged case at the time of the decision', async () => {
  const desk = await createCaseFixture();
  const { own, second } = await merged(desk);
  await desk.change(second.depositId, { status: 'BLOCKED' });
  await desk.propose(own.caseId, 'keep-blocked');
  const [decision] = (await desk.view(own.caseId)).decisions;
  expect(decision?.needsSecond).toBe(true);
  expect(decision?.subjects?.map((one) => [one.case, one.status])).toEqual([
    [1, 'COMPLIANCE_REVIEW'],
    [2, 'BLOCKED'],
    [3, 'COMPLIANCE_REVIEW'],
  ]);
  await expect(
    database().$executeRaw`UPDATE review_decision SET subjects = '[]' WHERE case_id = ${own.caseId}::uuid`,
  ).rejects.toThrow('never changed');
});

test('counts a merged case once in the figures, under each of its reasons', async () => {
  const desk = await createCaseFixture();
  const { own } = await merged(desk);
  await desk.propose(own.caseId);
  await desk.answer(own.caseId);
  const { reasons } = await readFigures(desk.as.owner, desk.businessId);
  expect(reasons.map(({ kind, decided, cleared }) => [kind, decided, cleared])).toEqual([
    ['deposit-review', 1, 1],
    ['risk-entity', 1, 1],
  ]);
});

test('merges several timelines, with each entry under its record and shared ones under both', async () => {
  const desk = await createCaseFixture();
  const { own, second } = await merged(desk);
  const answer = (paymentId: string, n: number) =>
    database().serviceAnswer.create({
      data: {
        businessId: desk.businessId,
        paymentId,
        source: 'read',
        sha256: Uint8Array.of(n),
        body: new TextEncoder().encode('{}'),
        firstStartedAt: new Date(n * 1_000),
        lastStartedAt: new Date(n * 1_000),
      },
    });
  const [first, later] = [await answer(own.paymentId, 1), await answer(second.paymentId, 2)];
  const { entries, labels, more } = await mergeTimelines(desk.as.compliance, desk.businessId, [
    { label: 'Case 1', payment: own.paymentId },
    { label: 'Case 2', payment: second.paymentId },
    { label: 'Case 3', payment: own.paymentId },
  ]);
  expect(entries.map(({ at }) => at)).toEqual([2_000, 1_000]);
  expect(labels).toEqual({
    [`answer-${first.reference}`]: 'Case 1, Case 3',
    [`answer-${later.reference}`]: 'Case 2',
  });
  expect(more).toBe(false);
});

test('keeps a draft of many cases with very many entities short enough to save, and the page small', async () => {
  const desk = await createCaseFixture();
  const flagged = [];
  for (let n = 0; n < 13; n += 1) flagged.push(await desk.flagged());
  const [own, ...others] = flagged;
  if (own === undefined) throw new Error('cases were to be opened');
  const entity = (n: number) => ({ name: `<b>Mixer ${n}</b> ${'x'.repeat(300)}`, category: `C${n % 40}` });
  await database().depositRisk.createMany({
    data: flagged.map(({ depositId }) => ({
      businessId: desk.businessId,
      depositId,
      assessment: {
        sourceRiskEntities: Array.from({ length: 3_000 }, (_, n) => entity(n)),
        destinationRiskEntities: Array.from({ length: 3_000 }, (_, n) => entity(n)),
      },
    })),
  });
  await desk.sweep();
  await desk.merge(own.caseId, ...others.map(({ caseId }) => caseId));
  const view = await desk.view(own.caseId);
  const subjects = await readSubjects(desk.as.compliance, view);
  expect([subjects.joined.length, subjects.more]).toEqual([10, 2]);
  const facts = describeReportFacts(view, subjects);
  expect(facts.length).toBeLessThan(40_000);
  expect(facts).toMatch(/WHAT HAPPENED, AND WHY IT IS SUSPICIOUS\n$/);
  const risks = [subjects.own, ...subjects.joined].map(({ subject }) =>
    subject.kind === 'payment' ? null : subject.risk,
  );
  expect(JSON.stringify(risks).length).toBeLessThan(200_000);
});
