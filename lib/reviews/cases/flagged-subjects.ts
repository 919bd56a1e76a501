import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { evaluateSubjects } from '../rules/evaluate-subjects.ts';
import type { ChangedSubject, FactStep } from './model/facts.ts';
import { markSubjects } from './store/changes.ts';

/** A subject with the facts that began or ended: first those of the service, in order, then those of rules. */
export type FlaggedSubject = Pick<ChangedSubject, 'businessId' | 'kind' | 'subjectId' | 'dueHours' | 'steps'>;

type Of = Pick<FlaggedSubject, 'businessId' | 'kind' | 'subjectId'>;
const toKey = ({ businessId, kind, subjectId }: Of) => `${businessId} ${kind} ${subjectId}`;
const orderKey = ({ businessId, kind, subjectId }: Of) => `${businessId} ${subjectId} ${kind}`;

/** Adds what the active rules say about the subjects as they are now, and other subjects of the same groups, in a stable order. */
export async function findFlaggedSubjects(
  transaction: Transaction,
  subjects: readonly ChangedSubject[],
): Promise<readonly FlaggedSubject[]> {
  const { verdicts, unmatched, waiting } = await evaluateSubjects(transaction, subjects);
  await markSubjects(transaction, waiting, Math.min(...subjects.map(({ markedMs }) => markedMs)));
  const hours = new Map(subjects.map(({ businessId, dueHours }) => [businessId, dueHours]));
  const flagged = new Map(
    subjects.map((subject): [string, FlaggedSubject & { steps: FactStep[] }] => [
      toKey(subject),
      {
        ...subject,
        steps: [
          ...subject.steps,
          ...unmatched
            .filter((one) => toKey(one) === toKey(subject))
            // A missing assessment doesn't end a rule about entities.
            .filter(({ isSilent }) => !isSilent || subject.hasEntities)
            .map(({ rule, number }) => ({ ended: { kind: rule, number } })),
        ],
      },
    ]),
  );
  for (const { fact, ...one } of verdicts) {
    const entry = flagged.get(toKey(one)) ?? { ...one, dueHours: hours.get(one.businessId) ?? 24, steps: [] };
    entry.steps.push({ begun: fact });
    flagged.set(toKey(one), entry);
  }
  return [...flagged.values()].toSorted((one, two) => (orderKey(one) < orderKey(two) ? -1 : 1));
}
