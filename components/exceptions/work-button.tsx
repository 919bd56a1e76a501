'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { ExceptionStates } from './exception-states.tsx';
import { useWork } from './use-work.ts';
import { WorkButtons, WorkFields, WorkProblem } from './work-form.tsx';

/** What is done about one exception, from its row. */
export function WorkButton({ businessId, row }: { businessId: string; row: ExceptionRow }) {
  const work = useWork(businessId, row);
  const name = row.clientPaymentId ?? row.subjectId;
  return (
    <Dialog
      title={name}
      description="What is done about this."
      size="sm"
      trigger={
        <Button size="sm" aria-label={work.isResolved ? `Reopen ${name}` : `Handle ${name}`}>
          {work.isResolved ? 'Reopen' : 'Handle'}
        </Button>
      }
      onOpenChange={work.forget}
      problem={<WorkProblem row={row} work={work} />}
      footer={(close) => <WorkButtons work={work} onSaved={close} />}
    >
      <div className="flex flex-col gap-4">
        <ExceptionStates states={row.states} />
        <WorkFields row={row} work={work} />
      </div>
    </Dialog>
  );
}
