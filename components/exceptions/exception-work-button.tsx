'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';
import { ExceptionAmounts } from './exception-amounts.tsx';
import { ExceptionStates } from './exception-states.tsx';
import { useExceptionWork } from './use-exception-work.ts';
import { WorkButtons, WorkFields, WorkProblem } from './work-form.tsx';

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

type ExceptionProps = { readonly businessId: string; readonly row: ExceptionRow };

/** Opens the work on one exception from its row. */
export function ExceptionWorkButton(props: ExceptionProps) {
  const [isOpen, setOpen] = useState(false);
  const { clientPaymentId, subjectId, resolvedAt } = props.row;
  const name = clientPaymentId ?? subjectId;
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        {tExceptionWork.rich(resolvedAt === null ? 'actions.handle' : 'actions.reopenOne', { name, hidden })}
      </Button>
      {isOpen && <WorkDialog {...props} title={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function WorkDialog({
  businessId,
  row,
  title,
  onClose,
}: ExceptionProps & { title: string; onClose: () => void }) {
  const work = useExceptionWork(businessId, row);
  return (
    <Dialog
      isOpen
      title={title}
      description={tExceptionWork('dialog.description')}
      size="sm"
      onOpenChange={onClose}
      problem={<WorkProblem row={row} work={work} />}
      footer={<WorkButtons work={work} onSaved={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <ExceptionStates row={row} />
        <ExceptionAmounts row={row} />
        <WorkFields businessId={businessId} row={row} work={work} />
      </div>
    </Dialog>
  );
}
