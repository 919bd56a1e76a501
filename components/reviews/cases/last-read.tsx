'use client';

import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tCaseReading } from '#lib/messages/review-case.ts';
import { readCaseNowAction } from '#lib/reviews/actions.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { describeCaseRead, formatCase } from '../case-labels.ts';

/** Shows when the payments of the case were last read, and reads them on request. */
export function LastRead({ view }: { view: CaseView }) {
  const { businessId, caseId, reading } = view;
  const { canRead, lastReadAt, failed } = reading;
  const { act, isPending } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  return (
    <div className="flex flex-col items-start gap-1">
      {lastReadAt === null ? (
        <UnknownValue reason={tCaseReading(canRead ? 'never' : 'off')} />
      ) : (
        <Time at={toUnixSeconds(lastReadAt)} />
      )}
      {failed !== null && (
        <span className="text-attention text-xs">
          {tCaseReading.rich('lastFailure', {
            reason: failed.reason,
            time: () => <Time at={toUnixSeconds(failed.at)} />,
          })}
        </span>
      )}
      {canRead && (
        <Button
          size="sm"
          isPending={isPending}
          onPress={() =>
            void act(() => readCaseNowAction({ businessId, caseId }), {
              failed: tCaseReading('failed'),
              done: (read) => describeCaseRead(read) ?? tCaseReading('off'),
            })
          }
        >
          {tCaseReading('readNow')}
        </Button>
      )}
    </div>
  );
}
