import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import {
  createStatementFixture,
  listAmounts,
  listProofs,
} from '#lib/statements/testing/statement-fixture.ts';
import { readImports } from './index.ts';
import { acceptSuggestion, ignoreItems, matchItems, undoMatch } from './matches.ts';
import { previewRule, removeRule, runRules, saveRule } from './rules.ts';
import {
  applyRules,
  countStates,
  importStatement,
  readPeriod,
  saveAndApply,
  toRule,
  writeCamt,
} from './testing/reconciliation-fixture.ts';

const desk = createStatementFixture();
const reason = 'The bank confirmed it by phone';
const credit = (at: string, amount: string) => desk.deposit(at, { settlementPayableAmount: amount });
const lineIds = async (period = '2026-10', state = 'unmatched') =>
  (await readPeriod(desk.tenant, period, { state })).lines.map(({ lineId }) => lineId);

describe('rules', () => {
  test('match payouts of days as they are imported, which are settlements received and prove the cash', async () => {
    const { tenant } = desk;
    await desk.open('2026-10-01', '0');
    await credit('2026-10-04T10:00:00Z', '60.10');
    await credit('2026-10-04T21:30:00Z', '40');
    await credit('2026-10-30T10:00:00Z', '7');
    await saveAndApply(tenant, toRule(tenant, { tolerance: '0.50' }));
    expect(listProofs(await desk.read('2026-10'))).toMatchObject({ cash: 'open' });
    const found = await importStatement(
      tenant,
      writeCamt([
        ['2026-10-05', '99.75', 'A', 'Settlement'],
        ['2026-10-06', '12', 'B', 'A customer'],
      ]),
    );
    expect(found).toMatchObject({ added: 2, matched: 1 });
    const view = await desk.read('2026-10');
    expect(listAmounts(view)).toEqual({
      credited: '107.1',
      settlements: '-99.75',
      settlementDifferences: '-0.35',
    });
    expect(view.figures.closing).toBe('7');
    expect(listProofs(view)).toEqual({ lines: 'good', ledger: 'good', cash: 'good' });
    expect(view.closing.checklist).toEqual(expect.arrayContaining([{ item: 'unmatched', count: 1 }]));
    const page = await readPeriod(tenant, '2026-10');
    expect(countStates(page.lineTotals)).toEqual({ rule: 1, unmatched: 1 });
    expect(countStates(page.recordTotals)).toEqual({ rule: 2, unmatched: 1 });
    expect(page.transit).toMatchObject({ count: 1, amount: '7' });
    expect(page.matches).toMatchObject([
      {
        state: 'rule',
        rule: 'Payouts',
        lines: { count: 1 },
        records: { count: 2, amount: '100.1' },
        difference: '0.35',
      },
    ]);
  });

  test('show before they are saved what they match newly and no longer', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await credit('2026-10-04T10:00:00Z', '10');
    await credit('2026-10-20T10:00:00Z', '20');
    await importStatement(
      tenant,
      writeCamt([
        ['2026-10-05', '10', 'A', 'Settlement one'],
        ['2026-10-21', '20', 'B', 'Settlement two'],
      ]),
    );
    expect(await previewRule(as.finance, toRule(tenant, { contains: 'one' }))).toMatchObject({
      ...{ addedCount: 1, removedCount: 0, unchangedCount: 0, leftCount: 1 },
      added: [{ state: 'rule', day: '2026-10-05', amount: '10', lines: 1, records: 1 }],
    });
    expect((await readPeriod(tenant, '2026-10')).rules).toEqual([]);
    await saveAndApply(tenant, toRule(tenant, { contains: 'one' }));
    const [rule] = (await readPeriod(tenant, '2026-10')).rules;
    if (rule === undefined) throw new Error('the rule is missing');
    const changed = toRule(tenant, { ruleId: rule.ruleId, contains: 'two', suggests: true });
    expect(await previewRule(as.finance, changed)).toMatchObject({
      ...{ addedCount: 1, removedCount: 1, unchangedCount: 0, leftCount: 1 },
      removed: [{ state: 'rule', day: '2026-10-05', amount: '10' }],
    });
    await saveAndApply(tenant, changed);
    expect(countStates((await readPeriod(tenant, '2026-10')).lineTotals)).toEqual({
      suggested: 1,
      unmatched: 1,
    });
    // A suggestion is no settlement until a person accepts it.
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ credited: '30' });
    const [match] = (await readPeriod(tenant, '2026-10')).matches;
    await acceptSuggestion(as.finance, { businessId, matchId: match?.matchId ?? '' });
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ credited: '30', settlements: '-20' });
    await removeRule(as.finance, { businessId, ruleId: rule.ruleId });
    await applyRules(tenant);
    expect(countStates((await readPeriod(tenant, '2026-10')).lineTotals)).toEqual({
      person: 1,
      unmatched: 1,
    });
    await expect(removeRule(as.finance, { businessId, ruleId: rule.ruleId })).rejects.toMatchObject({
      code: 'conflict',
    });
    const sentence = { rule: 'Payouts of deposits, up to 5 days later' };
    const entries = await database().auditEntry.findMany({
      where: { chainId: businessId, objectType: 'bank-rule' },
      orderBy: { sequence: 'asc' },
    });
    expect(entries).toMatchObject([
      { before: null, after: { name: 'Payouts', ...sentence } },
      { before: { contains: 'one' }, after: { name: 'Payouts', contains: 'two' } },
      { before: { name: 'Payouts', ...sentence } },
    ]);
    // The entry names the rule, as it names no earlier name.
    expect(entries[1]?.before).not.toHaveProperty('name');
  });

  test('match withdrawals in their own coin by transaction, which are no settlements', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await desk.withdrawal('2026-10-12T10:00:00Z', {
      ...{ deductedSettlementAmount: '100', withdrawCurrency: 'ETH', actualWithdrawAmount: '0.05' },
      transactionId: '0xABCDEF0123456789',
    });
    await saveAndApply(
      tenant,
      toRule(tenant, { currency: 'ETH', kind: 'identifier', records: 'withdrawal' }),
    );
    const csv =
      'Date (UTC),Amount,Currency,Transaction hash\n2026-10-12 10:05:00 UTC,0.05,ETH,0xabcdef0123456789\n2026-10-13 10:05:00 UTC,-0.01,ETH,0x9\n';
    expect(await importStatement(tenant, csv, 'wallet.csv')).toMatchObject({ added: 2, matched: 1 });
    const page = await readPeriod(tenant, '2026-10', { currency: 'ETH' });
    expect(countStates(page.lineTotals)).toEqual({ rule: 1, unmatched: 1 });
    expect(countStates(page.recordTotals)).toEqual({ rule: 1 });
    expect((await readPeriod(tenant, '2026-10')).recordTotals).toEqual([]);
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ withdrawals: '-100' });
    await runRules(as.finance, { businessId, currency: 'ETH' });
    expect(await applyRules(tenant, 'ETH')).toEqual({ lines: 0, matches: 0 });
  });

  test('leave alone what a person undid, until a person matches it', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await saveAndApply(tenant, toRule(tenant));
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    const [match] = (await readPeriod(tenant, '2026-10')).matches;
    await undoMatch(as.finance, { businessId, matchId: match?.matchId ?? '' });
    await runRules(as.finance, { businessId, currency: 'EUR' });
    expect(await applyRules(tenant, 'EUR')).toEqual({ lines: 0, matches: 0 });
    expect(await previewRule(as.finance, toRule(tenant))).toMatchObject({ addedCount: 0 });
    await saveAndApply(tenant, toRule(tenant, { name: 'Second' }));
    const { lines, lineTotals } = await readPeriod(tenant, '2026-10');
    expect(countStates(lineTotals)).toEqual({ unmatched: 1 });
    expect(lines).toMatchObject([{ isLeftToPeople: true }]);
    const form = { businessId, currency: 'EUR', recordIds: [depositId], reason: '' };
    await matchItems(as.finance, { ...form, lineIds: await lineIds() });
    expect((await readPeriod(tenant, '2026-10')).lines).toMatchObject([
      { state: 'person', isLeftToPeople: false },
    ]);
  });

  test('leave matches as they are that another rule changes nothing about', async () => {
    const { tenant } = desk;
    const { as } = tenant;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await saveAndApply(tenant, toRule(tenant, { kind: 'amount', tolerance: '1' }));
    await importStatement(tenant, writeCamt([['2026-10-05', '9.5', 'A']]));
    const findMatch = async () => (await readPeriod(tenant, '2026-10')).matches[0];
    const first = await findMatch();
    expect(first).toMatchObject({ rule: 'Payouts', difference: '0.5' });
    const second = toRule(tenant, { name: 'Second', contains: 'nothing' });
    expect(await saveAndApply(tenant, second)).toEqual({ lines: 1, matches: 1 });
    expect(await findMatch()).toEqual(first);
    // The service has corrected the deposit.
    await database().deposit.updateMany({ where: { depositId }, data: { settlementPayableAmount: '10.25' } });
    const third = toRule(tenant, { name: 'Third', contains: 'nothing' });
    expect(await previewRule(as.finance, third)).toMatchObject({
      ...{ addedCount: 0, removedCount: 0, unchangedCount: 0, changedCount: 1 },
      changed: [{ state: 'rule', amount: '9.5', difference: '0.75' }],
    });
    await saveAndApply(tenant, third);
    expect(await findMatch()).toMatchObject({ difference: '0.75', records: { amount: '10.25' } });
  });

  test('match again what a person no longer ignores', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await credit('2026-10-04T10:00:00Z', '10');
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    await ignoreItems(as.finance, {
      ...{ businessId, currency: 'EUR', lineIds: await lineIds(), recordIds: [], reason },
    });
    const [ignored] = (await readPeriod(tenant, '2026-10')).matches;
    await undoMatch(as.finance, { businessId, matchId: ignored?.matchId ?? '' });
    expect(await saveAndApply(tenant, toRule(tenant))).toEqual({ lines: 1, matches: 1 });
  });

  test('are stored at once and applied by the job, once for several changes', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const readRun = async () => (await readPeriod(tenant, '2026-10')).ruleRun;
    await credit('2026-10-04T10:00:00Z', '10');
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    expect(await readRun()).toBeNull();
    await saveRule(as.finance, toRule(tenant));
    await runRules(as.finance, { businessId, currency: 'EUR' });
    const waiting = await readPeriod(tenant, '2026-10');
    expect(waiting).toMatchObject({ ruleRun: { state: 'waiting' }, rules: [{ name: 'Payouts' }] });
    expect(countStates(waiting.lineTotals)).toEqual({ unmatched: 1 });
    expect(await readImports(as.viewer, businessId)).toMatchObject({ isMatching: true });
    expect(await applyRules(tenant)).toEqual({ lines: 1, matches: 1 });
    expect(await readRun()).toEqual({ state: 'done', lines: 1 });
    expect(await readImports(as.viewer, businessId)).toMatchObject({ isMatching: false });
    // A run for what is unmatched doesn't end a complete one that waits.
    const [rule] = waiting.rules;
    await removeRule(as.finance, { businessId, ruleId: rule?.ruleId ?? '' });
    await runRules(as.finance, { businessId, currency: 'EUR' });
    await applyRules(tenant);
    expect(countStates((await readPeriod(tenant, '2026-10')).lineTotals)).toEqual({ unmatched: 1 });
    const applied = await database().auditEntry.findMany({
      where: { chainId: businessId, action: 'reconciliation.run-rules', actorKind: 'system' },
    });
    expect(applied).toHaveLength(2);
  });

  test('are previewed in the last days only, where there are very many lines', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await credit('2026-10-04T10:00:00Z', '10');
    await credit('2026-10-20T10:00:00Z', '20');
    const entries = [
      ['2026-10-05', '10', 'A'],
      ['2026-10-21', '20', 'B'],
    ] as const;
    await importStatement(tenant, writeCamt(entries));
    expect(await saveAndApply(tenant, toRule(tenant))).toEqual({ lines: 2, matches: 2 });
    await database().$executeRaw`
      INSERT INTO bank_line (business_id, currency, day, amount, reference, content_key, import_id, recorded_by, recorded_at)
      SELECT business_id, currency, DATE '2026-10-20', 1, n::text, n::text, import_id, recorded_by, recorded_at
        FROM bank_line, generate_series(1, 20000) AS n
       WHERE business_id = ${businessId}::uuid AND reference = 'A'`;
    const [rule] = (await readPeriod(tenant, '2026-10')).rules;
    const changed = toRule(tenant, { ruleId: rule?.ruleId ?? '', tolerance: '0.5' });
    expect(await previewRule(as.finance, changed)).toMatchObject({
      ...{ from: '2026-10-21', addedCount: 0, removedCount: 0, unchangedCount: 1, leftCount: 0 },
    });
    // Saving it applies it to all lines.
    expect(await saveAndApply(tenant, changed)).toMatchObject({ lines: 2 });
  });

  test('keep their currency, because their matches are in it', async () => {
    const { tenant } = desk;
    const { as } = tenant;
    await credit('2026-10-04T10:00:00Z', '10');
    await saveAndApply(tenant, toRule(tenant));
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    const { rules } = await readPeriod(tenant, '2026-10');
    const moved = toRule(tenant, { ruleId: rules[0]?.ruleId ?? '', currency: 'USD' });
    await expect(previewRule(as.finance, moved)).rejects.toMatchObject({ code: 'invalid' });
    await expect(saveAndApply(tenant, moved)).rejects.toMatchObject({ code: 'invalid' });
    expect((await readPeriod(tenant, '2026-10')).rules).toEqual(rules);
  });

  test('leave alone lines of closed days, which a person matches as an adjustment', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await desk.open('2026-10-01', '0');
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    await desk.close('2026-10');
    expect(await previewRule(as.finance, toRule(tenant))).toMatchObject({ addedCount: 0, leftCount: 0 });
    expect(await saveAndApply(tenant, toRule(tenant))).toEqual({ lines: 0, matches: 0 });
    await runRules(as.finance, { businessId, currency: 'EUR' });
    expect(await applyRules(tenant, 'EUR')).toEqual({ lines: 0, matches: 0 });
    expect(await importStatement(tenant, writeCamt([['2026-10-06', '10', 'B']]))).toMatchObject({
      matched: 0,
    });
    expect(listAmounts(await desk.read('2026-11'))).toEqual({});
    const [lineId = ''] = await lineIds();
    await matchItems(as.finance, {
      ...{ businessId, currency: 'EUR', reason: '', lineIds: [lineId], recordIds: [depositId] },
    });
    expect(listAmounts(await desk.read('2026-11'))).toEqual({ adjustments: '-10' });
  });

  test('of a business are found in no other', async () => {
    const other = await createTenant();
    const { tenant } = desk;
    for (const context of [tenant.as.viewer, tenant.as.accountant, tenant.as.compliance])
      await expect(saveRule(context, toRule(tenant))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(saveRule(other.as.owner, toRule(tenant))).rejects.toMatchObject({ code: 'not-found' });
    await expect(readPeriod({ ...other, businessId: tenant.businessId }, '2026-10')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
