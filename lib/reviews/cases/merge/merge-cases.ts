import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { isSecondPersonRequired } from '../../decisions/store/reopening.ts';
import type { CaseState, DecisionKind } from '../../model.ts';
import { decisionTexts } from '../../model.ts';
import { recordCaseEvents } from '../store/case-events.ts';
import { updateCaseValues } from '../store/case-values.ts';
import type { LockedCase } from '../store/cases.ts';
import { changeCase, lockCases } from '../store/cases.ts';
import { findCurrentDecision } from '../store/opening.ts';
import type { mergeCasesForm } from './schema.ts';
import { mergeCase } from './store.ts';

/** The facts of a case that decide whether it can be merged. */
type MergeParty = {
  readonly number: number;
  readonly state: CaseState;
  /** The current decision, or null if there is none. */
  readonly decision: DecisionKind | null;
  /** Two people decided any part of it, so that a later decision needs two as well. */
  readonly takesTwo: boolean;
};

const decisionLabel = ({ decision }: MergeParty) =>
  decision === null ? tReviewRefusals('merge.decided') : decisionTexts[decision].label;

/**
 * Returns why one case can't be merged into another and how to fix it, or null if it can. A decision never comes to
 * cover an undecided case, and two different decisions never become one.
 */
function findMergeRefusal(target: MergeParty, source: MergeParty): string | null {
  const stays = String(target.number);
  const joins = String(source.number);
  for (const one of [target, source]) {
    const number = String(one.number);
    if (one.state === 'merged') return tReviewRefusals('merge.merged', { number });
    if (one.state === 'proposed') return tReviewRefusals('merge.proposed', { number });
  }
  if (target.state === 'open' && source.state === 'decided' && source.takesTwo)
    return tReviewRefusals('merge.twoPeople', { number: joins });
  if (target.state === 'open') return null;
  if (source.state === 'open') return tReviewRefusals('merge.undecided', { stays, joins });
  if (target.decision !== source.decision)
    return tReviewRefusals('merge.differentDecisions', {
      stays,
      joins,
      staysDecision: decisionLabel(target),
      joinsDecision: decisionLabel(source),
    });
  return null;
}

type Input = z.output<typeof mergeCasesForm>;

/**
 * Merges cases into the target. The target then shows their content with its case number and author, and receives
 * later facts about their subjects. Nothing is moved or copied, so that a merged case can be separated again. Merges
 * all of them or none.
 *
 * @throws Problem 'not-found', 'invalid', and 'conflict' if a case has changed or `findMergeRefusal` returns a reason
 */
export async function mergeCases(
  context: Context<PersonActor>,
  input: Input,
): Promise<{ readonly caseId: string; readonly joined: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const { stays, joining } = await holdAll(transaction, businessId, input);
    const decision = await standing(transaction, businessId, stays);
    for (const one of joining) {
      const why = findMergeRefusal(
        { ...stays, decision, takesTwo: await isSecondPersonRequired(transaction, businessId, stays.caseId) },
        {
          ...one,
          decision: await standing(transaction, businessId, one),
          takesTwo: await isSecondPersonRequired(transaction, businessId, one.caseId),
        },
      );
      if (why !== null) throw new Problem('conflict', why);
    }
    for (const one of joining) {
      const along = await mergeCase(transaction, businessId, one.caseId, stays.caseId, at);
      await recordCaseEvents(transaction, businessId, 'review-case.merged', [one.caseId, ...along], at);
      await writeAudit(transaction, context, {
        businessId,
        action: 'review-case.merge-into',
        objectType: 'review-case',
        objectId: one.caseId,
        before: { state: one.state },
        after: { into: stays.caseId, case: stays.number, along },
      });
    }
    const dueAt = instant(Math.min(...[stays, ...joining].map((one) => one.dueAt)));
    const sooner = stays.state === 'open' && dueAt < stays.dueAt ? { dueAt } : {};
    await changeCase(transaction, businessId, stays.caseId, at, sooner);
    await updateCaseValues(transaction, businessId, [stays.caseId], at);
    const ids = [stays, ...joining].map(({ caseId }) => caseId);
    await announce(transaction, { businessId, topics: ['reviews'], ids });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.merge',
      objectType: 'review-case',
      objectId: stays.caseId,
      after: { joined: joining.map(({ caseId, number }) => ({ caseId, case: number })), ...sooner },
    });
    return { caseId: stays.caseId, joined: joining.length };
  });
}

/** Locks all cases in one order and compares their versions with those that the person saw. */
async function holdAll(
  transaction: Transaction,
  businessId: BusinessId,
  { into, cases }: Input,
): Promise<{ stays: LockedCase; joining: readonly LockedCase[] }> {
  const seen = new Map([...cases, into].map(({ caseId, version }) => [caseId, version]));
  if (cases.some(({ caseId }) => caseId === into.caseId))
    throw new Problem('invalid', tReviewRefusals('merge.itself'));
  const ids = [...seen.keys()].map((id) => parseId<CaseId>(id)).filter((id) => id !== null);
  const held = await lockCases(transaction, businessId, ids);
  const stays = held.find(({ caseId }) => caseId === into.caseId);
  if (held.length !== seen.size || stays === undefined)
    throw new Problem('not-found', tReviewRefusals('problem.notMerged'));
  const changed = held.find(({ caseId, version }) => seen.get(caseId) !== version);
  if (changed !== undefined)
    throw new Problem('conflict', tReviewRefusals('merge.changed', { number: String(changed.number) }));
  return { stays, joining: held.filter((one) => one !== stays) };
}

const standing = async (transaction: Transaction, businessId: BusinessId, { state, caseId }: LockedCase) =>
  state === 'decided' ? findCurrentDecision(transaction, businessId, caseId) : null;
