'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exception-work.ts';
import { ExceptionAmounts } from './exception-amounts.tsx';
import { ExceptionStates } from './exception-states.tsx';
import { useExceptionWork } from './use-exception-work.ts';
import { WorkButtons, WorkFields, WorkProblem } from './work-form.tsx';

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

/** Opens the work on one exception from its row. */
export function ExceptionWorkButton({ businessId, row }: { businessId: string; row: ExceptionRow }) {
  const work = useExceptionWork(businessId, row);
  const name = row.clientPaymentId ?? row.subjectId;
  return (
    <Dialog
      title={name}
      description={tExceptionWork('dialog.description')}
      size="sm"
      trigger={
        <Button size="sm">
          {tExceptionWork.rich(work.isResolved ? 'actions.reopenOne' : 'actions.handle', { name, hidden })}
        </Button>
      }
      onOpenChange={work.clearFailure}
      problem={<WorkProblem row={row} work={work} />}
      footer={(close) => <WorkButtons work={work} onSaved={close} />}
    >
      <div className="flex flex-col gap-4">
        <ExceptionStates states={row.states} />
        <ExceptionAmounts row={row} />
        <WorkFields businessId={businessId} row={row} work={work} />
      </div>
    </Dialog>
  );
}
