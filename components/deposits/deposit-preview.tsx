'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { DepositPageView } from '#lib/reports/schema/pages.ts';
import { DepositAmount } from './deposit-amount.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import { DepositLine } from './deposit-line.tsx';
import { MoneyTable } from './money-table.tsx';

const shape = outline<DepositPageView>(withFields('deposit', 'timeline'));

const useDeposit = ({ businessId, id }: PreviewProps) =>
  useQuery({
    queryKey: ['b', businessId, 'deposits', 'one', id],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'deposits', id), shape, signal),
  });

/** A deposit in a list's drawer, its refund included. */
export function DepositPreview(of: PreviewProps) {
  const read = useDeposit(of);
  if (!read.data) return <PreviewState query={read} />;
  const { deposit } = read.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DepositAmount deposit={deposit} />
        <Status kind="deposit" value={deposit.status} />
        {!deposit.recordSeen && <InferredStatus state="reported-by-callback" />}
      </div>
      <Conflicts conflicts={deposit.conflicts} record={deposit} />
      <DescriptionList>
        <Belongs businessId={of.businessId} deposit={deposit} />
      </DescriptionList>
      <Section title="Money" flush>
        <MoneyTable deposit={deposit} />
      </Section>
      {deposit.refundFirstSeenAt !== null && (
        <Section title="Refund">
          <RefundFacts deposit={deposit} narrow />
        </Section>
      )}
      <Section title="On the chain">
        <DepositFacts deposit={deposit} narrow />
      </Section>
    </div>
  );
}

/** A refund in its list's drawer: what goes back, and the deposit that it is of. */
export function RefundPreview(of: PreviewProps) {
  const read = useDeposit(of);
  if (!read.data) return <PreviewState query={read} />;
  const { deposit } = read.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AmountText
          amount={deposit.refundAmount}
          currency={deposit.refundDepositCurrency}
          size="large"
          copyable
          unknown="The record does not tell the amount."
        />
        <Status kind="refund" value={deposit.refundStatus} />
      </div>
      <Conflicts conflicts={deposit.conflicts} record={deposit} />
      <DescriptionList>
        <Belongs businessId={of.businessId} deposit={deposit} />
      </DescriptionList>
      <Section title="Refund">
        <RefundFacts deposit={deposit} narrow />
      </Section>
      <Section title="Deposit" flush>
        <div className="px-4 pt-3 pb-2">
          <DepositLine deposit={deposit} />
        </div>
        <MoneyTable deposit={deposit} />
        <div className="px-4 py-2">
          <DepositFacts deposit={deposit} narrow />
        </div>
      </Section>
    </div>
  );
}

function Belongs({ businessId, deposit }: { businessId: string; deposit: DepositDetail }) {
  return (
    <>
      <Fact label="Deposit ID" stacked>
        <Identifier whole value={deposit.depositId} name="deposit ID" />
      </Fact>
      <Fact label="Payment" stacked>
        <TextLink href={`/${businessId}/payments/${deposit.paymentId}`} className="break-all">
          {ExternalText(deposit.clientPaymentId ?? 'Payment without a client ID')}
        </TextLink>
      </Fact>
    </>
  );
}
