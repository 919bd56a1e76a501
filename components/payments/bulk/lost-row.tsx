'use client';

import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { settleRowAction } from '#lib/payment-batches/actions.ts';
import type { LostRow, RowView } from '#lib/payment-batches/schema.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** The other offered payments of a row are collapsed. */
const openPayments = 5;

type LostRowProps = {
  readonly businessId: string;
  readonly batchId: string;
  readonly row: RowView;
  readonly lost: LostRow;
};

/**
 * Shows a row that may have been sent before a backup was restored, and the ways in which a person settles it. A later
 * request with its client payment ID settles nothing: both may have created a payment.
 */
export function LostRowOutcome({ businessId, batchId, row, lost }: LostRowProps) {
  const { later, seen, settled } = lost;
  return (
    <>
      {later !== null && (
        <span className="flex flex-wrap gap-x-2">
          {tPaymentBatches('lost.later')}
          {later.paymentId !== null && (
            <TextLink href={`/${businessId}/payments/${later.paymentId}`}>
              {tPaymentBatches('lost.laterPayment')}
            </TextLink>
          )}
          {later.batchId !== null && (
            <TextLink href={`/${businessId}/payments/bulk/${later.batchId}`}>
              {tPaymentBatches('lost.laterFile')}
            </TextLink>
          )}
          {later.paymentId === null && later.batchId === null && (
            <TextLink href={`/${businessId}/payments/new?intent=${later.intentId}`}>
              {tPaymentBatches('lost.laterRequest')}
            </TextLink>
          )}
        </span>
      )}
      {settled !== null ? (
        <span className="text-muted">
          {tPaymentBatches.rich('lost.settled', {
            name: settled.by,
            time: () => <DateTime at={toUnixSeconds(settled.at)} />,
          })}
        </span>
      ) : (
        <>
          {seen.paymentIds.length > 0 && (
            <span className="text-attention">
              {tPaymentBatches('lost.seen', { count: seen.paymentIds.length + seen.further })}
              {seen.further > 0 && ` ${tPaymentBatches('lost.further', { count: seen.paymentIds.length })}`}
            </span>
          )}
          <SettleButtons businessId={businessId} batchId={batchId} row={row} lost={lost} />
        </>
      )}
    </>
  );
}

function SettleButtons({ businessId, batchId, row: { number, values }, lost: { seen } }: LostRowProps) {
  const { act } = useAction(businessId, 'batches');
  const settle = async (paymentId: PaymentId | null) =>
    (await act(
      () =>
        settleRowAction({
          businessId,
          batchId,
          number,
          paymentId: paymentId === null ? null : String(paymentId),
          seenRevision: seen.revision,
        }),
      { failed: tPaymentBatches('lost.failed'), done: tPaymentBatches('lost.done', { number }) },
    )) !== null;
  const id = values.clientPaymentId ?? '';
  const offerPayment = (paymentId: PaymentId) => {
    const payment = shorten(paymentId);
    return (
      <span key={paymentId} className="flex flex-wrap items-center gap-2 py-1">
        <TextLink href={`/${businessId}/payments/${paymentId}`} prefetch={false}>
          {tPaymentBatches('lost.seenPayment', { payment })}
        </TextLink>
        <ConfirmDialog
          trigger={<Button size="sm">{tPaymentBatches('lost.assign', { payment, number })}</Button>}
          title={tPaymentBatches('lost.assignQuestion', { payment, number })}
          confirmLabel={tPaymentBatches('lost.assignConfirm')}
          onConfirm={() => settle(paymentId)}
        >
          {tPaymentBatches('lost.assignText', { payment: paymentId })}
        </ConfirmDialog>
      </span>
    );
  };
  const collapsed = seen.paymentIds.slice(openPayments);
  return (
    <>
      {seen.paymentIds.slice(0, openPayments).map(offerPayment)}
      {collapsed.length > 0 && (
        <Disclosure title={tPaymentBatches('lost.more', { count: collapsed.length, number })}>
          <span className="grid">{collapsed.map(offerPayment)}</span>
        </Disclosure>
      )}
      <span className="flex flex-wrap gap-2 py-1">
        <ConfirmDialog
          trigger={<Button size="sm">{tPaymentBatches('lost.notCreated', { number })}</Button>}
          title={tPaymentBatches('lost.notCreatedQuestion', { number })}
          confirmLabel={tPaymentBatches('lost.notCreatedConfirm')}
          onConfirm={() => settle(null)}
        >
          {tPaymentBatches('lost.notCreatedText', { id })}
        </ConfirmDialog>
      </span>
    </>
  );
}
