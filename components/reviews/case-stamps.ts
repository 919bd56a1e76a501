import { stampView } from '#components/query/stamp-view.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';

type MarkedCase = Pick<CaseView, 'service' | 'state' | 'snoozedUntil' | 'now' | 'decisions' | 'survivor'>;

/** Returns a text that differs when the mark of a case (`CaseMark`) has changed. */
export const stampCaseMark = ({
  service,
  state,
  snoozedUntil,
  now,
  decisions,
  survivor,
}: MarkedCase): string =>
  stampView([
    service.status,
    state,
    snoozedUntil !== null && snoozedUntil > now,
    decisions.map((decision) => [decision.kind, decision.state, decision.reversal !== null]),
    survivor?.number,
  ]);

/** Returns a text that differs when the reasons for a case (`CaseReasons`) have changed. */
export const stampCaseReasons = ({ facts }: Pick<CaseView, 'facts'>): string => stampView(facts);
