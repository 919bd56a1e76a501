import type { ReactNode } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { SourcedValue } from '#components/timeline/known.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { readDepositedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

/** The deposit's own line: its amount and its on-chain fee in its own coin, and how it stands. */
export function DepositLine({ deposit, children }: { deposit: DepositDetail; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold text-lg">
        <ReportedAmount
          told={readDepositedAmount(deposit)}
          currency={deposit.depositCurrency}
          copyable
          unknown="The record does not tell the amount."
        />
      </span>
      <span
        className="narrow:order-last narrow:basis-full text-muted text-sm"
        title="Paid by the payer, in the deposit currency"
      >
        On-chain fee{' '}
        <SourcedValue provenance={deposit.provenance} field="onChainFee">
          {deposit.onChainFee && (
            <AmountText amount={deposit.onChainFee} currency={deposit.depositCurrency} copyable />
          )}
        </SourcedValue>
      </span>
      <Status kind="deposit" value={deposit.status} />
      {!deposit.recordSeen && <InferredStatus state="reported-by-callback" />}
      {children}
      {deposit.depositReceivedAt !== null && (
        <span className="ml-auto text-muted text-xs">
          <Time at={deposit.depositReceivedAt} />
        </span>
      )}
    </div>
  );
}
