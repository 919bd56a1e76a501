'use client';

import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { tReviewDecision, tReviewTerms } from '#lib/messages/review-case.ts';
import {
  describeChangesSince,
  listSubjects,
  toSubjectVersions,
} from '#lib/reviews/cases/model/subject-version.ts';
import type { CaseFact, CaseView } from '#lib/reviews/cases/schema/case.ts';
import { formatFactKind } from '#lib/reviews/model.ts';

const mostChanges = 5;

const isSame = (one: CaseFact, other: CaseFact) =>
  one.kind === other.kind &&
  one.of === other.of &&
  one.seenAt === other.seenAt &&
  one.endedAt === other.endedAt &&
  one.detail?.rule?.ruleId === other.detail?.rule?.ruleId;

/** Lists the service statuses and reasons that changed after the page was opened. */
function listChanges(opened: CaseView, now: CaseView): readonly string[] {
  const reasons = now.facts
    .filter((fact) => !opened.facts.some((before) => isSame(fact, before)))
    .map(({ kind, endedAt }) =>
      tReviewDecision(endedAt === null ? 'changes.newReason' : 'changes.endedReason', {
        reason: formatFactKind(kind),
      }),
    );
  return [...describeChangesSince(listSubjects(now), toSubjectVersions(opened)), ...reasons];
}

/**
 * Shows changes of the case since the person opened it. Until they reload it, the server refuses a decision on outdated
 * data.
 */
export function ChangesSinceOpened({
  opened,
  now,
  onReload,
}: {
  opened: CaseView;
  now: CaseView;
  onReload: () => void;
}) {
  const changes = listChanges(opened, now);
  if (changes.length === 0) return null;
  return (
    <Banner
      tone="attention"
      title={tReviewDecision('changes.title')}
      action={
        <Button size="sm" onPress={onReload}>
          {tReviewDecision('changes.reload')}
        </Button>
      }
    >
      {changes.slice(0, mostChanges).map((change) => (
        <p key={change} className="wrap-anywhere">
          {change}
        </p>
      ))}
      {changes.length > mostChanges && (
        <p>{tReviewTerms('more', { count: String(changes.length - mostChanges) })}</p>
      )}
    </Banner>
  );
}
