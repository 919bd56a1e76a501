import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import { listRelatedRecords } from '../../cases/queries/related.ts';
import type { CaseFixture } from '../../testing/case-fixture.ts';
import { createCaseFixture } from '../../testing/case-fixture.ts';
import { saveDepositRisk } from '../../testing/risk-rows.ts';
import { findCases, listRecordCases } from './find-cases.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

const found = async (text: string) =>
  (await findCases(desk.as.compliance, desk.businessId, text)).map(({ caseId, field }) => [caseId, field]);

test('finds cases by number, filing reference, rule and risk entity', async () => {
  const { businessId } = desk;
  const { caseId, depositId } = await desk.flagged();
  const { number } = await desk.view(caseId);
  expect(await found(`case ${number}`)).toContainEqual([caseId, 'number']);
  const now = new Date();
  await database().reviewReport.create({
    data: { businessId, caseId, narrative: 'x', savedById: desk.second.actor.personId, savedAt: now },
  });
  await desk.propose(caseId, 'report');
  await desk.answer(caseId);
  await database().reviewReport.update({
    where: { businessId_caseId_number: { businessId, caseId, number: 0 } },
    data: { reference: 'FIU_2026%17', filedAt: now, filedById: desk.second.actor.personId },
  });
  expect(await found('fiu_2026%')).toEqual([[caseId, 'reference']]);
  expect(await found('fiu-2026')).toEqual([]);

  const risky = await desk.flagged();
  await saveDepositRisk({
    businessId,
    depositId: risky.depositId,
    assessment: { sourceRiskEntities: [{ name: 'Dark Pool', category: 'MIXER' }], addressOwner: null },
  });
  expect(await found('dark po')).toEqual([[risky.caseId, 'entity']]);
  expect(await found('dark\u0000po')).toEqual([]);

  const rule = await database().reviewRule.create({
    data: {
      businessId,
      createdById: desk.second.actor.personId,
      createdAt: now,
      changedAt: now,
      texts: {
        create: {
          number: 1,
          name: 'Large from new',
          subjectKind: 'deposit',
          spec: {},
          madeById: desk.second.actor.personId,
          madeAt: now,
        },
      },
    },
  });
  await database().reviewFact.create({
    data: { businessId, caseId: risky.caseId, kind: `rule:${rule.ruleId}`, seenAt: now },
  });
  expect(await found('large from')).toEqual([[risky.caseId, 'rule']]);
  await expect(findCases(desk.as.finance, businessId, 'dark')).rejects.toMatchObject({ code: 'forbidden' });
  const records = [{ subjectKind: 'deposit', subjectId: depositId }] as const;
  expect(await listRecordCases(desk.as.owner, businessId, records)).toEqual([
    { caseId, subjectKind: 'deposit', subjectId: depositId, number, state: 'decided' },
  ]);
  await expect(listRecordCases(desk.as.finance, businessId, records)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('finds decided cases of a risk entity behind open ones, each once', async () => {
  const { businessId } = desk;
  const names = ['sourceRiskEntities', 'destinationRiskEntities'];
  const assessed = async () => {
    const { caseId, depositId } = await desk.flagged();
    const assessment = Object.fromEntries(names.map((list) => [list, [{ name: 'Grey Exchange' }]]));
    await saveDepositRisk({ businessId, depositId, assessment });
    // The new reason would reopen a decided case.
    await desk.sweep();
    return caseId;
  };
  const decided = await assessed();
  await desk.propose(decided);
  expect(await found('grey ex')).toEqual([[decided, 'entity']]);
  const open = [await assessed(), await assessed(), await assessed(), await assessed()];
  expect((await found('GREY')).map(([caseId]) => caseId).sort()).toEqual([decided, ...open].sort());
  open.push(await assessed());
  expect((await found('GREY')).map(([caseId]) => caseId).sort()).toEqual([...open].sort());
});

test('relates withdrawals by address only with the same tag', async () => {
  const { businessId } = desk;
  const pay = (toTag: string | null) =>
    insertWithdrawal(businessId, { toAddress: 'rShared', toAddressKey: 'rShared', toTag });
  const [own, same] = [await pay('12'), await pay('12')];
  const [plain, alsoPlain] = [await pay(null), await pay(null)];
  await pay('13');
  const related = async (subjectId: string) =>
    (
      await listRelatedRecords(desk.as.compliance, businessId, [{ subjectKind: 'withdrawal', subjectId }])
    ).rows.map(({ id, by }) => [id, by]);
  expect(await related(own)).toEqual([[same, 'address']]);
  expect(await related(plain)).toEqual([[alsoPlain, 'address']]);
});

test('lists a related record once with all that it shares, and not the refund of the case itself', async () => {
  const same = { fromAddress: 'bc1one', fromAddressKey: 'bc1one', transactionId: 'tx-one', network: 'BTC' };
  const refund = { refundFirstSeenAt: new Date(), refundTransactionId: 'tx-refund', refundStatus: 'PENDING' };
  const own = await desk.flagged({ ...same, ...refund });
  const twin = await desk.flagged(same);
  const stranger = await desk.flagged();
  const assess = (depositId: string, name: string) =>
    saveDepositRisk({
      businessId: desk.businessId,
      depositId,
      assessment: { sourceRiskEntities: [{ name }] },
    });
  await assess(own.depositId, 'Old Market');
  await assess(stranger.depositId, ' OLD market ');
  const { rows } = await listRelatedRecords(desk.as.compliance, desk.businessId, [
    { subjectKind: 'deposit', subjectId: own.depositId },
  ]);
  expect(rows).toHaveLength(2);
  const relations = rows.map(({ kind, id, by, others }) => [id, [kind, by, ...others.map((one) => one.by)]]);
  expect(Object.fromEntries(relations)).toEqual({
    [twin.depositId]: ['deposit', 'transaction', 'address'],
    [stranger.depositId]: ['deposit', 'entity'],
  });
});
