'use client';

import { useState } from 'react';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { removeSettlementAction } from '#lib/statements/actions.ts';
import type { SignedAmount } from '#lib/values/amount.ts';

/** Removes a settlement that was recorded by mistake. */
export function RemoveSettlement({
  businessId,
  lineId,
  amount,
}: {
  businessId: string;
  lineId: string;
  amount: SignedAmount | null;
}) {
  const { act, problem } = useAction({ refresh: true, inForm: true });
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      danger
      trigger={
        <Button
          size="sm"
          variant="quiet"
          aria-label={tStatements('settlement.removeNamed', { amount: (amount ?? '').replace('-', '') })}
        >
          {tStatements('settlement.remove')}
        </Button>
      }
      title={tStatements('settlement.removeTitle')}
      confirmLabel={tStatements('settlement.remove')}
      problem={<ProblemNote problem={problem} />}
      onConfirm={async () =>
        (await act(() => removeSettlementAction({ businessId, lineId, reason }), {
          failed: tStatements('settlement.notRemoved'),
          done: () => tStatements('settlement.removed'),
        })) !== null
      }
    >
      <p>{tStatements('settlement.removeText')}</p>
      <TextArea
        label={tStatements('settlement.removeReason')}
        value={reason}
        error={problem?.fieldErrors['reason']?.[0]}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
