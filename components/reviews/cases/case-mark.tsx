import { Status } from '#components/status/status.tsx';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { CaseStateBadge } from './case-state-badge.tsx';

/** Shows the status of the subject at the service and the state of the case, beside the title of its page. */
export function CaseMark({ view }: { view: CaseView }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Status kind={view.subjectKind} value={view.service.status} />
      <CaseStateBadge view={view} />
    </span>
  );
}
