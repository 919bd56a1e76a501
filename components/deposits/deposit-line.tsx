import type { ReactNode } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { readDepositedAmount } from './deposit-figures.ts';
import { ReportedAmount } from './reported-amount.tsx';

/** Shows the amount and on-chain fee of a deposit in its coin, and its status. */
export function DepositLine({
  deposit,
  hideAmount = false,
  children,
}: {
  deposit: DepositDetail;
  /** The page already begins with this amount. */
  hideAmount?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!hideAmount && (
        <span className="font-semibold text-lg">
          <ReportedAmount
            value={readDepositedAmount(deposit)}
            currency={deposit.depositCurrency}
            copyable
            unknown={tDeposit('amount.notReported')}
          />
        </span>
      )}
      <span
        className="narrow:order-last narrow:basis-full text-muted text-sm"
        aria-description={tDeposit('hints.onChainFee')}
      >
        {tDeposit('facts.onChainFee')}{' '}
        <ValueWithSource provenance={deposit.provenance} field="onChainFee">
          {deposit.onChainFee && (
            <AmountText amount={deposit.onChainFee} currency={deposit.depositCurrency} copyable />
          )}
        </ValueWithSource>
      </span>
      <Status named kind="deposit" value={deposit.status} />
      {!deposit.recordSeen && <InferredStatus state="reported-by-callback" />}
      {children}
      {deposit.depositReceivedAt !== null && (
        <span className="ms-auto text-muted text-xs">
          <Time at={deposit.depositReceivedAt} />
        </span>
      )}
    </div>
  );
}
