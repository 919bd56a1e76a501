import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { createFactLine } from '#components/records/fact-line.tsx';
import { Status } from '#components/status/status.tsx';
import { findRefundLabel } from '#components/status/status-table.ts';
import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import type { FactLine } from '#components/ui/reported-facts.tsx';
import { ReportedFacts } from '#components/ui/reported-facts.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tRefunds } from '#lib/messages/refunds.ts';
import { refundFields } from '#lib/records/model/deposit.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findTransactionLink } from '#lib/values/links.ts';

/** Returns every field of a deposit's refund (§2.6), each with whether a source reported it. */
function listFacts(deposit: DepositDetail): readonly FactLine[] {
  const { refundDepositCurrency: coin, refundDisplayCurrency: display } = deposit;
  const line = createFactLine(refundFields, deposit);
  const money = (
    field: 'refundAmount' | 'refundFee' | 'refundDisplayAmount' | 'refundDisplayFee',
    currency: string | null,
    hint?: string,
  ) =>
    line(field, deposit[field] === null ? null : <AmountText amount={deposit[field]} currency={currency} />, {
      unknown: tRefunds('notReported'),
      ...(hint === undefined ? {} : { hint }),
    });
  return [
    {
      label: refundFields.refundStatus.label,
      isReported: true,
      fact: (
        <Fact key="refundStatus" label={refundFields.refundStatus.label}>
          <Status named kind="refund" value={deposit.refundStatus} />
        </Fact>
      ),
    },
    line('refundReason', deposit.refundReason && findRefundLabel(deposit.refundReason)),
    line('refundType', deposit.refundType && findRefundLabel(deposit.refundType)),
    line('refundDepositCurrency', coin && <CoinOnNetwork coin={coin} network={deposit.refundNetwork} />),
    money('refundAmount', coin),
    money('refundFee', coin, tRefunds('hints.feeInCoin')),
    money('refundDisplayAmount', display),
    money('refundDisplayFee', display, tRefunds('hints.displayFee')),
    line(
      'refundTransactionId',
      deposit.refundTransactionId && (
        <Identifier
          value={deposit.refundTransactionId}
          name={tRefunds('transactionHash')}
          href={findTransactionLink(deposit.refundNetwork ?? '', deposit.refundTransactionId)}
        />
      ),
      { unknown: tRefunds('noTransaction') },
    ),
    line(
      'refundConfirmedAt',
      deposit.refundConfirmedAt === null ? null : <DateTime at={deposit.refundConfirmedAt} />,
      { unknown: tRefunds('notConfirmed') },
    ),
    {
      label: refundFields.refundFirstSeenAt.label,
      isReported: deposit.refundFirstSeenAt !== null,
      fact: (
        <Fact
          key="refundFirstSeenAt"
          label={refundFields.refundFirstSeenAt.label}
          hint={tRefunds('hints.firstSeen')}
        >
          {deposit.refundFirstSeenAt === null ? null : (
            <DateTime at={toUnixSeconds(deposit.refundFirstSeenAt)} />
          )}
        </Fact>
      ),
    },
  ];
}

/** Shows every field of a deposit's refund (§2.6). */
export function RefundFacts({
  deposit,
  narrow = false,
  collapse = false,
}: {
  deposit: DepositDetail;
  /** Uses one column in any window. */
  narrow?: boolean;
  /** Replaces facts without a value by their number. */
  collapse?: boolean;
}) {
  return <ReportedFacts wide={!narrow} collapse={collapse} lines={listFacts(deposit)} />;
}
