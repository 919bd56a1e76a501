import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { RuleActions } from '../rules/model/rule.ts';
import { canTakeCases, changeCase } from './store/cases.ts';

/** Combines the actions of all matching rules: the earliest due time and the first person. */
export function combineActions(facts: readonly { readonly actions?: RuleActions }[]): RuleActions {
  const all = facts.flatMap(({ actions }) => (actions === undefined ? [] : [actions]));
  const hours = all.flatMap(({ dueHours }) => (dueHours === null ? [] : [dueHours]));
  return {
    dueHours: hours.length === 0 ? null : Math.min(...hours),
    assignTo: all.find(({ assignTo }) => assignTo !== null)?.assignTo ?? null,
  };
}

/** Assigns a new case to the person of a rule. A person who can't work on cases gets none. */
export async function assignNewCase(
  transaction: Transaction,
  context: Context<SystemActor>,
  { businessId, caseId, assignTo }: { businessId: BusinessId; caseId: CaseId; assignTo: string | null },
): Promise<void> {
  const personId = assignTo === null ? null : parseId<PersonId>(assignTo);
  if (personId === null || !(await canTakeCases(transaction, businessId, personId))) return;
  await changeCase(transaction, businessId, caseId, context.clock.now(), { assigneeId: personId });
  await writeAudit(transaction, context, {
    businessId,
    action: 'review-case.assign',
    objectType: 'review-case',
    objectId: caseId,
    before: { assignee: null },
    after: { assignee: personId },
  });
}
