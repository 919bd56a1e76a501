'use client';

import { ReasonForm } from '#components/forms/reason-form.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { acknowledgeRefusalsAction } from '#lib/callbacks/http/actions.ts';
import type { UnacknowledgedWithdrawals } from '#lib/callbacks/schema/refusals.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';

/** Acknowledges refused withdrawal callbacks. They may never be sent again, so their alarm stays until then. */
export function AcknowledgeWithdrawals({
  businessId,
  refused,
  mayAcknowledge,
}: {
  businessId: string;
  refused: UnacknowledgedWithdrawals;
  mayAcknowledge: boolean;
}) {
  return (
    <Banner tone="bad" title={tRefusedCallbacks('withdrawals.title', { count: refused.count })}>
      <p className="pb-2">{tRefusedCallbacks('withdrawals.text')}</p>
      {mayAcknowledge && (
        <ReasonForm
          businessId={businessId}
          draft="refusal-acknowledgement"
          subject="refused-withdrawals"
          refresh
          action={(note) => acknowledgeRefusalsAction({ businessId, upTo: refused.upTo, note })}
          messages={{
            failed: tRefusedCallbacks('withdrawals.failed'),
            done: tRefusedCallbacks('withdrawals.acknowledged'),
          }}
          label={tRefusedCallbacks('withdrawals.note')}
          optional
          limit={2_000}
          save={tRefusedCallbacks('withdrawals.acknowledge')}
          variant="secondary"
        />
      )}
    </Banner>
  );
}
