'use client';

import { RefundChip } from '#components/refunds/refund-chip.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import { readDepositedAmount } from './deposit-figures.ts';
import { EarlierDeposits } from './earlier-deposits.tsx';
import { ReportedAmount } from './reported-amount.tsx';

/** Lists the deposits of a payment. `earlier` counts the older ones that are not listed. */
export function DepositLines({
  businessId,
  paymentId,
  deposits,
  earlier,
}: {
  businessId: string;
  paymentId: string;
  deposits: readonly DepositDetail[];
  earlier: number;
}) {
  const { locale } = useLocaleSettings();
  const all = earlier + deposits.length;
  return (
    <Section title={tDeposit('list')} count={new Intl.NumberFormat(locale).format(all)}>
      <EarlierDeposits businessId={businessId} paymentId={paymentId} earlier={earlier} all={all} />
      {deposits.length === 0 ? (
        <p className="text-muted text-sm">{tDeposit('lines.empty')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {deposits.map((deposit) => (
            <li key={deposit.depositId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <TextLink href={`/${businessId}/deposits/${deposit.depositId}`} prefetch={false}>
                <ReportedAmount
                  inLink
                  value={readDepositedAmount(deposit)}
                  currency={deposit.depositCurrency}
                  unknown={tDeposit('amount.notReported')}
                />
              </TextLink>
              <Status named kind="deposit" value={deposit.status} />
              {deposit.refundStatus !== null && <RefundChip status={deposit.refundStatus} />}
              {deposit.depositReceivedAt !== null && (
                <span className="ms-auto text-muted text-xs">
                  <Time at={deposit.depositReceivedAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
