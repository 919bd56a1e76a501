'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { RefundFacts } from '#components/refunds/refund-facts.tsx';
import { Section } from '#components/shell/section.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tDeposit } from '#lib/messages/deposits.ts';
import type { DepositPageView } from '#lib/reports/schema/pages.ts';
import { DepositFacts } from './deposit-facts.tsx';
import { DepositHeader } from './deposit-header.tsx';
import { DepositLine } from './deposit-line.tsx';
import { DepositMoney } from './deposit-money.tsx';
import { MoneyTable } from './money-table.tsx';

const shape = checkFields<DepositPageView>(withFields('deposit', 'timeline'));

const useDeposit = ({ businessId, id }: PreviewProps) =>
  useQuery({
    queryKey: ['b', businessId, 'deposits', 'one', id],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'deposits', id), shape, signal),
  });

/** Shows a deposit and its refund in a list's drawer. */
export function DepositPreview(props: PreviewProps) {
  const read = useDeposit(props);
  if (!read.data) return <PreviewState query={read} />;
  const { deposit } = read.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status kind="deposit" value={deposit.status} />
        {!deposit.recordSeen && <InferredStatus state="reported-by-callback" />}
      </div>
      <Conflicts conflicts={deposit.conflicts} record={deposit} />
      <DepositHeader deposit={deposit} />
      <DescriptionList>
        <RecordFacts businessId={props.businessId} deposit={deposit} />
      </DescriptionList>
      <Section title={tDeposit('sections.money')}>
        <DepositMoney deposit={deposit} />
      </Section>
      {deposit.refundFirstSeenAt !== null && (
        <Section title={tDeposit('sections.refund')}>
          <RefundFacts deposit={deposit} narrow />
        </Section>
      )}
      <Section title={tDeposit('sections.chain')}>
        <DepositFacts deposit={deposit} narrow />
      </Section>
    </div>
  );
}

/** Shows a refund and its deposit in the drawer of the refunds list. */
export function RefundPreview(props: PreviewProps) {
  const read = useDeposit(props);
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
          unknown={tDeposit('amount.notReported')}
        />
        <Status kind="refund" value={deposit.refundStatus} />
      </div>
      <Conflicts conflicts={deposit.conflicts} record={deposit} />
      <DescriptionList>
        <RecordFacts businessId={props.businessId} deposit={deposit} />
      </DescriptionList>
      <Section title={tDeposit('sections.refund')}>
        <RefundFacts deposit={deposit} narrow />
      </Section>
      <Section title={tDeposit('sections.deposit')} flush>
        <div className="px-4 pt-3 pb-2">
          <DepositLine deposit={deposit} />
        </div>
        <MoneyTable deposit={deposit} />
        <div className="px-4 py-2">
          <DepositFacts deposit={deposit} narrow hasLine />
        </div>
      </Section>
    </div>
  );
}

function RecordFacts({ businessId, deposit }: { businessId: string; deposit: DepositDetail }) {
  return (
    <>
      <Fact label={tDeposit('facts.depositId')} stacked>
        <Identifier whole value={deposit.depositId} name={tDeposit('identifiers.deposit')} />
      </Fact>
      <Fact label={tDeposit('facts.payment')} stacked>
        <TextLink href={`/${businessId}/payments/${deposit.paymentId}`} className="break-all">
          {ExternalText(deposit.clientPaymentId ?? tDeposit('noClientId'))}
        </TextLink>
      </Fact>
    </>
  );
}
