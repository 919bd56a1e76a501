import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readPageSnapshot } from '#lib/database/page-reads.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lockMatches } from '#lib/statements/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { formatParts } from '#lib/values/integer-parts.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { describeMatchRule } from './model/describe-rule.ts';
import type { FoundMatch } from './model/match-lines.ts';
import { amountScale } from './model/match-lines.ts';
import type { MatchRule } from './model/rules.ts';
import { maximumRules } from './model/rules.ts';
import { findPreviewStart } from './queries/preview-start.ts';
import type { StoredRuleMatch } from './queries/rule-matches.ts';
import {
  readReconciliationSettings,
  reconciliationSetting,
  withWaitingRules,
} from './reconciliation-setting.ts';
import { compareRuleMatches } from './run-rules.ts';
import type { PreviewedMatch, RulePreview, removeRuleForm, ruleForm, runRulesForm } from './schema.ts';

type RuleInput = z.output<typeof ruleForm>;

/** Matches that a preview shows one by one. */
const shownMatches = 20;

/** Returns the rules with one that is new or changed. @throws Problem 'invalid' or 'conflict' */
function withRule(
  rules: readonly MatchRule[],
  { businessId: _businessId, ruleId, ...fields }: RuleInput,
): { readonly rules: readonly MatchRule[]; readonly rule: MatchRule; readonly before: MatchRule | null } {
  if (fields.kind === 'ignore' && fields.contains === '')
    throw new Problem('invalid', tReconciliationRefusals('rule.text'));
  const records =
    fields.kind === 'batch'
      ? ('deposit' as const)
      : fields.kind === 'address'
        ? ('withdrawal' as const)
        : fields.records;
  const rule = { ...fields, records, ruleId: ruleId ?? randomUUID() };
  if (ruleId === null) {
    if (rules.length >= maximumRules) throw new Problem('conflict', tReconciliationRefusals('rule.tooMany'));
    return { rules: [...rules, rule], rule, before: null };
  }
  const before = rules.find((one) => one.ruleId === ruleId);
  if (before === undefined) throw new Problem('conflict', tReconciliationRefusals('rule.gone'));
  if (before.currency !== rule.currency)
    throw new Problem('invalid', tReconciliationRefusals('rule.currency'));
  return { rules: rules.map((one) => (one.ruleId === ruleId ? rule : one)), rule, before };
}

const toDigits = (amount: bigint) => signedAmount(formatParts(amount, amountScale));

const previewFound = ({ lines, records, state, difference }: FoundMatch): PreviewedMatch => ({
  state,
  day: lines[0]?.day ?? '',
  lines: lines.length,
  records: records.length,
  amount: toDigits(lines.reduce((sum, line) => sum + line.amount, 0n)),
  difference: toDigits(difference),
  text: (lines[0]?.text ?? '').trim().slice(0, 120),
});

const previewStored = ({
  lineIds,
  recordIds,
  state,
  day,
  amount,
  difference,
  text,
}: StoredRuleMatch): PreviewedMatch => ({
  state,
  day,
  amount,
  difference,
  text,
  lines: lineIds.length,
  records: recordIds.length,
});

/**
 * Shows what a rule would match, newly, differently and no longer, in days that aren't closed: in the last ones with 20,000 lines,
 * because the page waits for it. It stores nothing.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' and 'conflict'
 */
export async function previewRule(context: Context<PersonActor>, input: RuleInput): Promise<RulePreview> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { rules } = withRule((await readReconciliationSettings(businessId)).rules, input);
  return readPageSnapshot(context.signal, async (run) => {
    const { currency } = input;
    const from = await findPreviewStart(run, businessId, currency);
    const compared = await compareRuleMatches(run, { businessId, currency, rules, from });
    const { found, added, changed, removed, leftCount } = compared;
    return {
      added: added.slice(0, shownMatches).map(previewFound),
      changed: changed.slice(0, shownMatches).map(previewFound),
      removed: removed.slice(0, shownMatches).map(previewStored),
      addedCount: added.length,
      changedCount: changed.length,
      removedCount: removed.length,
      unchangedCount: found.length - added.length - changed.length,
      leftCount,
      from,
    };
  });
}

/** Adds what the rule does, as the audit log shows it. */
const toAuditValues = (rule: MatchRule) => ({ ...rule, rule: describeMatchRule(rule) });

/** Returns the earlier values without an unchanged name, so that the entry names the rule. */
function toEarlierValues(before: MatchRule, after: MatchRule) {
  const { name, ...values } = toAuditValues(before);
  return name === after.name ? values : { name, ...values };
}

/** Stores rules. The job matches the open days of their currency again, because that may take a minute. */
async function storeRules(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  change: (rules: readonly MatchRule[]) => { readonly rules: readonly MatchRule[]; readonly rule: MatchRule },
) {
  await lockMatches(transaction, businessId);
  const settings = await readReconciliationSettings(businessId, transaction);
  const { rules, rule } = change(settings.rules);
  const run = { currency: rule.currency, isFull: true, by: context.actor.personId };
  const changed = withWaitingRules({ ...settings, rules: [...rules] }, run);
  await storeSetting(transaction, reconciliationSetting, { businessId }, changed);
  await announce(transaction, { businessId, topics: ['bank'] });
  return rule;
}

/**
 * Stores a rule. The job applies all rules of its currency to days that aren't closed.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' and 'conflict'
 */
export async function saveRule(context: Context<PersonActor>, input: RuleInput): Promise<void> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  await inTransaction(async (transaction) => {
    let before: MatchRule | null = null;
    const rule = await storeRules(transaction, context, businessId, (rules) => {
      const changed = withRule(rules, input);
      ({ before } = changed);
      return changed;
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.save-rule',
      objectType: 'bank-rule',
      objectId: rule.ruleId,
      ...(before !== null && { before: toEarlierValues(before, rule) }),
      after: toAuditValues(rule),
    });
  });
}

/**
 * Removes a rule. The job ends its matches in days that aren't closed.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when it was removed already
 */
export async function removeRule(
  context: Context<PersonActor>,
  input: z.output<typeof removeRuleForm>,
): Promise<void> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { ruleId } = input;
  await inTransaction(async (transaction) => {
    const rule = await storeRules(transaction, context, businessId, (rules) => {
      const removed = rules.find((one) => one.ruleId === ruleId);
      if (removed === undefined) throw new Problem('conflict', tReconciliationRefusals('rule.gone'));
      return { rules: rules.filter((one) => one.ruleId !== ruleId), rule: removed };
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.remove-rule',
      objectType: 'bank-rule',
      objectId: ruleId,
      before: toAuditValues(rule),
    });
  });
}

/** Makes the job apply the rules to what is unmatched. @throws Problem 'not-found' or 'forbidden'. */
export async function runRules(
  context: Context<PersonActor>,
  input: z.output<typeof runRulesForm>,
): Promise<void> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { currency } = input;
  await inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const settings = await readReconciliationSettings(businessId, transaction);
    const run = { currency, isFull: false, by: context.actor.personId };
    await storeSetting(transaction, reconciliationSetting, { businessId }, withWaitingRules(settings, run));
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.run-rules',
      objectType: 'business',
      objectId: businessId,
      after: { currency },
    });
  });
}
