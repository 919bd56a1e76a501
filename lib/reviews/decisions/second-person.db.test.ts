import { beforeAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listRelatedRecords } from '../cases/queries/related.ts';
import { readSubjects } from '../cases/view-case.ts';
import type { DecisionKind } from '../model.ts';
import { readDesk } from '../queue/queries/desk.ts';
import { describeReportFacts } from '../reports/model/facts.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { completeChecklist } from '../testing/complete-checklist.ts';
import { readQueue } from '../testing/read-queue.ts';
import { proposeDecision } from './propose-decision.ts';
import { reopenCase } from './reopen-case.ts';

describe('risk categories', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  const assessment = (...categories: string[]) => ({
    addressOwner: null,
    sourceRiskEntities: categories.map((category, index) => ({ name: `Party ${index}`, category })),
    destinationRiskEntities: [],
  });

  /** Stores what the service reports about the risk of the deposit. */
  async function assess(depositId: string, ...categories: string[]) {
    const { businessId } = desk;
    await database().depositRisk.upsert({
      where: { businessId_depositId: { businessId, depositId } },
      create: { businessId, depositId, assessment: assessment(...categories) },
      update: { assessment: assessment(...categories) },
    });
  }

  /** A held deposit of 19.90 EUR with these risk categories, and its case. */
  async function held(...categories: string[]) {
    const found = await desk.flagged({ uniformPayableAmount: '19.90' });
    await assess(found.depositId, ...categories);
    await desk.sweep();
    return found;
  }

  const settings = (changes: { twoPersonCategories?: string; reason?: string }) =>
    changeDeskSettings(desk.as.owner, {
      businessId: desk.businessId,
      secondFromEur: '1000',
      dueHours: 24,
      riskScoreFrom: '',
      twoPersonCategories,
      reason: '',
      ...changes,
    });

  test.each(['clear', 'keep-blocked', 'recommend-refund', 'report'] as const)(
    'two people decide %s of 19.90 EUR with a sanctioned or terrorist party',
    async (kind: DecisionKind) => {
      for (const category of ['Sanctions', 'TERRORIST_FINANCING']) {
        const { caseId } = await held('Gambling', category);
        expect(await desk.view(caseId)).toMatchObject({ asksSecond: true, twoPersonCategories: [category] });
        expect(await desk.propose(caseId, kind)).toMatchObject({ state: 'proposed' });
        await expect(desk.answer(caseId, 'confirm', desk.as.compliance)).rejects.toMatchObject({
          code: 'forbidden',
        });
        expect(await desk.answer(caseId)).toMatchObject({ state: 'decided' });
      }
    },
  );

  test('one person decides the same amount with another category, listed or not', async () => {
    const { caseId } = await held('Mixer', 'A category that nobody knows');
    expect(await desk.view(caseId)).toMatchObject({ asksSecond: false, twoPersonCategories: [] });
    expect(await desk.propose(caseId)).toMatchObject({ state: 'decided' });
  });

  test('the owner of an address counts, too', async () => {
    const { depositId, caseId } = await held();
    const { businessId } = desk;
    await database().depositRisk.update({
      where: { businessId_depositId: { businessId, depositId } },
      data: { assessment: { ...assessment(), addressOwner: { name: 'A', category: 'OFAC SDN' } } },
    });
    expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
  });

  test('a category that arrives after the page was opened needs a second person', async () => {
    const { depositId, caseId } = await held();
    const opened = await desk.at(caseId);
    await completeChecklist(desk.businessId, caseId, desk.as.compliance.actor.personId);
    await assess(depositId, 'Sanctions');
    const form = {
      ...opened,
      kind: 'clear',
      finding: 'other',
      reason: 'Looked at',
      sameReason: true,
    } as const;
    expect(await proposeDecision(desk.as.compliance, form)).toMatchObject({ state: 'proposed' });
  });

  test('a category that opened the case still counts when the service reports none any more', async () => {
    const { depositId, caseId } = await held('Sanctions');
    await assess(depositId);
    await desk.sweep();
    expect(await desk.view(caseId)).toMatchObject({ twoPersonCategories: ['Sanctions'] });
    expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
  });

  test('a merged case brings its category along', async () => {
    const [stays, joins] = [await held('Mixer'), await held('Sanctions')];
    await desk.merge(stays.caseId, joins.caseId);
    expect(await desk.view(stays.caseId)).toMatchObject({
      asksSecond: true,
      twoPersonCategories: ['Sanctions'],
    });
    expect(await desk.propose(stays.caseId)).toMatchObject({ state: 'proposed' });
  });

  test('reopening a decision of one person leads to a decision of two once a category is reported', async () => {
    const { depositId, caseId } = await held();
    expect(await desk.propose(caseId, 'keep-blocked')).toMatchObject({ state: 'decided' });
    await assess(depositId, 'Sanctions');
    await desk.sweep();
    const reopened = await reopenCase(desk.as.compliance, { ...(await desk.at(caseId)), reason: 'New list' });
    expect(reopened.state).toBe('open');
    expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
  });

  test('a finding of sanctions or terrorism needs a second person', async () => {
    for (const finding of ['sanctions', 'terrorism'] as const) {
      const { caseId } = await held();
      await completeChecklist(desk.businessId, caseId, desk.as.compliance.actor.personId);
      const form = {
        ...(await desk.at(caseId)),
        kind: 'keep-blocked',
        finding,
        reason: 'Looked at',
        sameReason: true,
      } as const;
      expect(await proposeDecision(desk.as.compliance, form)).toMatchObject({ state: 'proposed' });
    }
  });

  test('the database adds the second person for every writer', async () => {
    const insert = (caseId: string, finding: string | null) =>
      databasePool().query(
        `INSERT INTO review_decision (business_id, case_id, kind, reason, finding, proposed_by, proposed_at, state, needs_second)
       VALUES ($1, $2, 'clear', 'Known', $4, $3, now(), 'proposed', false) RETURNING needs_second`,
        [desk.businessId, caseId, desk.as.owner.actor.personId, finding],
      );
    const [plain, sanctioned] = [await held('Mixer'), await held('terrorist-financing')];
    expect((await insert(plain.caseId, null)).rows).toEqual([{ needs_second: false }]);
    expect((await insert(sanctioned.caseId, null)).rows).toEqual([{ needs_second: true }]);
    // A category that arrives before the decision is final.
    await assess(plain.depositId, 'Sanctions');
    await expect(
      databasePool().query(`UPDATE review_decision SET state = 'final' WHERE case_id = $1`, [plain.caseId]),
    ).rejects.toThrow('review_decision_confirmed');
  });

  test('one owner adds a category, two people remove one', async () => {
    const more = `${twoPersonCategories}\nMixer`;
    const mixer = await held('High-Risk MIXER');
    expect((await desk.view(mixer.caseId)).asksSecond).toBe(false);
    expect(await settings({ twoPersonCategories: more })).toEqual({ state: 'saved' });
    expect((await desk.view(mixer.caseId)).asksSecond).toBe(true);
    await expect(settings({ twoPersonCategories })).rejects.toMatchObject({ code: 'invalid' });
    await expect(settings({ twoPersonCategories: '' })).rejects.toMatchObject({ code: 'invalid' });
    const update = `UPDATE setting SET value = value || '{"twoPersonCategories": ["terror"]}' WHERE business_id = $1`;
    await expect(databasePool().query(update, [desk.businessId])).rejects.toThrow('second person');
    expect(await settings({ twoPersonCategories, reason: 'Agreed' })).toEqual({ state: 'proposed' });
    expect((await desk.view(mixer.caseId)).asksSecond).toBe(true);
    await desk.approveSettings();
    expect((await desk.view(mixer.caseId)).asksSecond).toBe(false);
  });
});

describe('the value of a case', () => {
  let desk: CaseFixture;
  beforeAll(async () => {
    desk = await createCaseFixture();
  });

  type Payment = Parameters<ReturnType<typeof database>['payment']['update']>[0]['data'];

  /** A deposit of 1 BTC that the service holds, without a credited amount, and its payment. */
  async function held(payment: Payment, deposit: Parameters<CaseFixture['flagged']>[0] = {}) {
    const found = await desk.flagged({
      uniformPayableAmount: null,
      depositCurrency: 'BTC',
      depositAmount: '1',
      ...deposit,
    });
    const { businessId } = desk;
    await database().payment.update({
      where: { businessId_paymentId: { businessId, paymentId: found.paymentId } },
      data: { depositCount: 1, ...payment },
    });
    await desk.sweep();
    return found;
  }

  const expected = { depositCurrency: 'BTC', expectedDepositAmount: '1', expectedUniformAmount: '200' };

  test.each([
    ['the expected amount of the expected coin', expected, {}, 'expected', '200'],
    ['the actual amount of the only deposit', { actualUniformAmount: '300' }, {}, 'actual', '300'],
    ['the larger of both', { ...expected, actualUniformAmount: '150' }, {}, 'expected', '200'],
    ['the credited amount if it is larger', expected, { uniformPayableAmount: '250' }, 'credited', '250'],
  ] as const)(
    'lets one person decide below the threshold by %s',
    async (_name, payment, deposit, source, eur) => {
      const { caseId } = await held(payment, deposit);
      const view = await desk.view(caseId);
      expect(view.money).toMatchObject({ eur, eurUnreported: 0, eurSources: [source] });
      expect(view.asksSecond).toBe(false);
      const queue = await readQueue(desk.as.compliance, desk.businessId);
      expect(queue.rows.find((row) => row.caseId === caseId)?.eur).toBe(eur);
      expect(
        await database().reviewCase.findFirst({ where: { caseId }, select: { eur: true } }),
      ).toMatchObject({
        eur: expect.objectContaining({}),
      });
      expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'decided' });
      const stored = await database().reviewDecision.findFirstOrThrow({ where: { caseId } });
      expect(stored.subjects).toMatchObject([{ eur, eurSource: source }]);
    },
  );

  test.each([
    ['no EUR value is reported', {}, {}],
    ['another coin arrived than expected', { ...expected, depositCurrency: 'ETH' }, {}],
    ['more arrived than expected', { ...expected, expectedDepositAmount: '0.9' }, {}],
    [
      'the amount is known from a callback only',
      expected,
      { depositAmount: null, callbackDepositAmount: '1' },
    ],
    ['the actual amount is zero', { actualUniformAmount: '0' }, {}],
    ['the credited amount is zero', {}, { uniformPayableAmount: '0' }],
    ['the actual amount covers several deposits', { actualUniformAmount: '300', depositCount: 2 }, {}],
    ['a reported value reaches the threshold', { ...expected, expectedUniformAmount: '1000' }, {}],
    [
      'the expected amount is larger than a small credited one',
      { ...expected, expectedUniformAmount: '5000' },
      { uniformPayableAmount: '5' },
    ],
  ] as const)('needs two people if %s', async (_name, payment, deposit) => {
    const { caseId } = await held(payment, deposit);
    expect((await desk.view(caseId)).asksSecond).toBe(true);
    expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
  });
});

describe('a changed threshold', () => {
  const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);
  const setThreshold = ({ as, businessId }: CaseFixture, secondFromEur: string) =>
    changeDeskSettings(as.owner, {
      businessId,
      secondFromEur,
      dueHours: 24,
      riskScoreFrom: '',
      twoPersonCategories,
      reason: 'Agreed',
    });
  const finalAlone = `UPDATE review_decision SET state = 'final' WHERE case_id = $1`;

  test('needs a second person for a pending decision when the threshold falls', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged({ uniformPayableAmount: '900' });
    const { rows } = await raw(
      `INSERT INTO review_decision (business_id, case_id, kind, reason, proposed_by, proposed_at, state)
     VALUES ($1, $2, 'clear', 'Known', $3, now(), 'proposed') RETURNING needs_second`,
      desk.businessId,
      caseId,
      desk.as.owner.actor.personId,
    );
    expect(rows).toEqual([{ needs_second: false }]);
    await setThreshold(desk, '500');
    await expect(raw(finalAlone, caseId)).rejects.toThrow('review_decision_confirmed');
  });

  test('keeps the need for a second person when the threshold rises', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged({ uniformPayableAmount: '1500' });
    expect(await desk.propose(caseId)).toMatchObject({ state: 'proposed' });
    await setThreshold(desk, '2000');
    await desk.approveSettings();
    await expect(raw(finalAlone, caseId)).rejects.toThrow('review_decision_confirmed');
  });

  test('the queue names the proposals that wait for the approval of the reader', async () => {
    const desk = await createCaseFixture();
    const { compliance, owner } = desk.as;
    const approvals = async (who: Context<PersonActor>) => (await readDesk(who, desk.businessId)).approvals;
    const { caseId } = await desk.flagged();
    await desk.propose(caseId, 'report');
    await desk.answer(caseId);
    expect(await approvals(owner)).toBeNull();
    await reopenCase(compliance, { ...(await desk.at(caseId)), reason: 'New papers' });
    await setThreshold(desk, '2000');
    const reopenings = [{ caseId, number: (await desk.view(caseId)).number }];
    expect(await approvals(owner)).toEqual({ settings: false, reopenings });
    expect(await approvals(compliance)).toEqual({ settings: true, reopenings: [] });
    expect(await approvals(desk.second)).toEqual({ settings: true, reopenings });
  });
});

describe('provisional amounts', () => {
  test('marks callback-only amounts and estimates wherever a case shows them', async () => {
    const desk = await createCaseFixture();
    const { compliance } = desk.as;
    const btc = { depositCurrency: 'BTC', network: 'BTC', fromAddress: 'payer', fromAddressKey: 'payer' };
    const flaggedCase = await desk.flagged({ ...btc, depositAmount: '0.1' });
    const byCallback = await desk.flagged({ ...btc, depositAmount: null, callbackDepositAmount: '0.2' });
    const queue = async () =>
      new Map(
        (await readQueue(compliance, desk.businessId, '')).rows.map((row) => [
          row.caseId,
          [row.amount, row.provisional],
        ]),
      );
    expect(await queue()).toEqual(
      new Map([
        [flaggedCase.caseId, ['0.1', null]],
        [byCallback.caseId, ['0.2', 'callback']],
      ]),
    );

    const payout = { toAddress: 'payer', toAddressKey: 'payer', withdrawCurrency: 'BTC' };
    await insertWithdrawal(desk.businessId, { ...payout, estimatedWithdrawAmount: '3' });
    const { rows } = await listRelatedRecords(compliance, desk.businessId, [
      (await desk.view(flaggedCase.caseId)).own,
    ]);
    expect(rows.map(({ amount, provisional }) => [amount, provisional]).toSorted()).toEqual([
      ['0.2', 'callback'],
      ['3', 'estimate'],
    ]);

    await desk.merge(flaggedCase.caseId, byCallback.caseId);
    expect((await queue()).get(flaggedCase.caseId)).toEqual(['0.3', 'callback']);
    const view = await desk.view(flaggedCase.caseId);
    expect(view.money.totals).toEqual([
      { currency: 'BTC', amount: '0.3', unreported: 0, provisional: 'callback' },
    ]);
    expect([view.own, ...view.joined].map(({ provisional }) => provisional)).toEqual([null, 'callback']);
    const facts = describeReportFacts(view, await readSubjects(compliance, view));
    expect(facts).toContain('Amount: 0.1 BTC');
    expect(facts).toContain('Amount from a callback (may be the total of the whole payment): 0.2 BTC');
  });
});
