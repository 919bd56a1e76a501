import { tReviewDisagreements } from '#lib/messages/reviews-server.ts';
import type { DecisionKind, ServiceState, SubjectKind } from './model.ts';
import { findContradiction } from './model.ts';

/** Returns the contradiction as a sentence, or null if there is none. */
export function describeDisagreement(
  kind: DecisionKind,
  subject: SubjectKind,
  now: ServiceState,
): string | null {
  const contradiction = findContradiction(kind, subject, now);
  return contradiction === null ? null : tReviewDisagreements(`${kind}.${contradiction}`);
}
