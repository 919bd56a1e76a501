import { Time } from '#components/ui/time.tsx';
import type { CaseEvent } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { CameWith } from './came-with.tsx';

const words: Readonly<Record<string, string>> = {
  'review-case.open': 'opened the case',
  'review-case.join': 'added a fact',
  'review-case.end-fact': 'noticed that a reason is no longer so',
  'review-case.reopen': 'opened the case again',
  'review-case.propose-reopen': 'proposed to reopen the case',
  'review-case.approve-reopen': 'approved reopening the case',
  'review-case.decline-reopen': 'declined reopening the case',
  'review-case.withdraw-reopen': 'withdrew the proposal to reopen the case',
  'review-case.assign': 'assigned it',
  'review-case.snooze': 'put it aside',
  'review-case.wake': 'took it back into the queue',
  'review-case.note': 'wrote a note',
  'review-case.check': 'changed the checklist',
  'review-case.attach': 'attached a file',
  'review-case.fetch-file': 'fetched a file',
  'review-case.propose': 'proposed a decision',
  'review-case.decide': 'decided',
  'review-case.confirm': 'confirmed the proposal',
  'review-case.decline': 'declined the proposal',
  'review-case.withdraw': 'took the proposal back',
  'review-case.draft-report': 'saved the draft of the report',
  'review-case.file-report': 'wrote down that the report was filed',
  'review-case.export': 'took the evidence pack',
  'review-case.merge': 'let other cases join this one',
  'review-case.merge-into': 'let it join another case',
  'review-case.separate': 'took a case that had joined out again',
  'review-case.disagree': 'noticed that the service contradicts the decision',
  'review-case.agree': 'noticed that the service contradicts it no more',
};

/** Who did what with the case, from the audit log, newest first. */
export function CaseEvents({ events }: { events: readonly CaseEvent[] }) {
  return (
    <ol className="flex flex-col">
      {events.map(({ sequence, at, who, action, of }) => (
        <li
          key={sequence}
          className="flex items-baseline justify-between gap-3 border-line border-t py-1.5 text-sm first:border-t-0"
        >
          <span className="min-w-0">
            <span className="font-medium">{who}</span> {words[action] ?? action}
            <CameWith of={of} />
          </span>
          <span className="text-muted text-xs">
            <Time at={inSeconds(at)} />
          </span>
        </li>
      ))}
    </ol>
  );
}
