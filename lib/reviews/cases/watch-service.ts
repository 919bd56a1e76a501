import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { findContradiction } from '../model.ts';
import type { ChangedSubject } from './model/facts.ts';
import type { CurrentContradiction, WatchedCase } from './store/watching.ts';
import { findWatchedCases, lockDecidedCases, setContradictions } from './store/watching.ts';

/**
 * Compares the decision of a subject's case with the service status and stores contradictions that start or end, for
 * each subject of the case. Returns whether anything changed.
 */
export async function updateContradictions(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, kind, subjectId }: Pick<ChangedSubject, 'businessId' | 'kind' | 'subjectId'>,
): Promise<boolean> {
  const find = () => findWatchedCases(transaction, businessId, kind, subjectId);
  const now = context.clock.now();
  const glance = await find();
  if (glance === null || !differ(glance, compare(glance, now))) return false;
  // Something changed: read it again with the case locked, so that concurrent runs store it once.
  if (!(await lockDecidedCases(transaction, businessId, glance.caseId))) return false;
  const found = await find();
  if (found === null || found.caseId !== glance.caseId) return false;
  const standing = compare(found, now);
  if (!differ(found, standing)) return false;
  const { caseId, contradictions: storedContradictions } = found;
  await setContradictions(transaction, businessId, caseId, standing, now);
  const begun = standing.filter(
    (one) => !(storedContradictions ?? standing).some((other) => isSame(one, other)),
  );
  if (begun.length > 0 || standing.length === 0)
    await writeAudit(transaction, context, {
      businessId,
      action: standing.length === 0 ? 'review-case.agree' : 'review-case.disagree',
      objectType: 'review-case',
      objectId: caseId,
      after: {
        contradictions: standing.map((one) => ({ case: one.caseId, what: one.what })),
        begun: begun.map((one) => ({ case: one.caseId, what: one.what })),
        statuses: found.subjects.map(({ status }) => status),
      },
    });
  return true;
}

type Named = Pick<CurrentContradiction, 'caseId' | 'what'>;
const isSame = (one: Named, other: Named) => one.caseId === other.caseId && one.what === other.what;

/** Returns the current contradictions. An existing one keeps its start time. */
function compare(found: WatchedCase, now: Instant): readonly CurrentContradiction[] {
  const { subjects, decision, contradictions: storedContradictions, disagreesAt } = found;
  return subjects.flatMap((one) => {
    const what = findContradiction(decision, one.kind, one);
    if (what === null) return [];
    const before = storedContradictions?.find((other) => isSame({ caseId: one.caseId, what }, other));
    return [
      {
        caseId: one.caseId,
        what,
        since: before?.since ?? (storedContradictions === null ? disagreesAt : null) ?? now,
      },
    ];
  });
}

const differ = ({ contradictions: known }: WatchedCase, standing: readonly CurrentContradiction[]): boolean =>
  known === null ||
  known.length !== standing.length ||
  standing.some((one) => !known.some((other) => isSame(one, other)));
