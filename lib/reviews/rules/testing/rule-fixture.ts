import 'server-only';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { sweepCases } from '../../testing/sweep-cases.ts';
import { advanceBacktests } from '../advance-backtests.ts';
import { decideRuleChange } from '../decide-rule-change.ts';
import type { RuleForm } from '../model/form.ts';
import { emptyForm } from '../model/form.ts';
import type { ChangeKind } from '../model/rule.ts';
import { proposeRuleChange } from '../propose-change.ts';
import { saveRule } from '../save-rule.ts';
import { saveRuleForm } from '../schema/forms.ts';

/** A new business with a person who proposes and a second person who approves. */
export type RuleFixture = Tenant & { readonly second: Context<PersonActor> };

export async function createRuleFixture(): Promise<RuleFixture> {
  const tenant = await createTenant();
  return { ...tenant, second: await createPerson(new Map([[tenant.businessId, 'compliance']])) };
}

export const runCaseOpening = () => sweepCases();
export const runBacktests = () =>
  advanceBacktests(systemContext('review-rules'), AbortSignal.timeout(20_000));
export const toHoursAgo = (hours: number) => new Date(systemClock.now() - hours * 3_600_000);

export const saveTestRule = (
  desk: RuleFixture,
  form: Partial<RuleForm>,
  known?: { ruleId: string; version: number },
) =>
  saveRule(
    desk.as.compliance,
    saveRuleForm.parse({
      businessId: desk.businessId,
      ruleId: known?.ruleId ?? null,
      version: known?.version ?? 0,
      form: { ...emptyForm, name: 'A rule', ...form },
    }),
  );

export async function changeTestRule(
  desk: RuleFixture,
  rule: { ruleId: string; version: number },
  kind: ChangeKind,
  pastDays: 0 | 7 | 30 = 0,
): Promise<{ ruleId: string; version: number }> {
  const { businessId } = desk;
  const proposal = { businessId, ...rule, kind, pastDays, reason: 'As agreed' };
  const { version } = await proposeRuleChange(desk.as.compliance, proposal);
  await decideRuleChange(desk.second, {
    businessId,
    ruleId: rule.ruleId,
    version,
    answer: 'approve',
    comment: '',
  });
  return { ruleId: rule.ruleId, version: version + 1 };
}

export const activateTestRule = async (
  desk: RuleFixture,
  form: Partial<RuleForm>,
  pastDays: 0 | 7 | 30 = 0,
) => changeTestRule(desk, await saveTestRule(desk, form), 'activate', pastDays);

export async function insertRuleDeposit(
  desk: RuleFixture,
  columns: Parameters<typeof insertDeposit>[2] = {},
  payment: Parameters<typeof insertPayment>[1] = {},
): Promise<string> {
  const at = new Date(systemClock.now());
  const paymentId = await insertPayment(desk.businessId, payment);
  return insertDeposit(desk.businessId, paymentId, {
    status: 'CONFIRMED',
    network: 'BTC',
    depositCurrency: 'BTC',
    sortAt: at,
    firstObservedAt: columns.sortAt ?? at,
    ...columns,
  });
}

/** Returns the subjects that have a case, each with the kinds of its facts. */
export async function listOpenedCases(desk: RuleFixture): Promise<Record<string, string[]>> {
  const cases = await database().reviewCase.findMany({
    where: { businessId: desk.businessId },
    include: { facts: { orderBy: { kind: 'asc' } } },
  });
  return Object.fromEntries(cases.map((one) => [one.subjectId, one.facts.map(({ kind }) => kind)]));
}

export const toRuleKinds = (rule: { ruleId: string }) => [`rule:${rule.ruleId}`];
