'use client';

import { ReasonDialog } from '#components/forms/reason-form.tsx';
import { Button } from '#components/ui/button.tsx';
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
  return (
    <ReasonDialog
      businessId={businessId}
      draft="settlement-removal"
      subject={lineId}
      refresh
      action={(reason) => removeSettlementAction({ businessId, lineId, reason })}
      messages={{
        failed: tStatements('settlement.notRemoved'),
        done: tStatements('settlement.removed'),
      }}
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
      label={tStatements('settlement.removeReason')}
      save={tStatements('settlement.remove')}
      variant="danger"
    >
      {tStatements('settlement.removeText')}
    </ReasonDialog>
  );
}
