import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { columnReferenceStyle } from './reference-style.ts';

/** Links a record of another list to its payment, by the client's ID if the payment has one. */
export function PaymentCell({
  base,
  row: { paymentId, clientPaymentId },
}: {
  base: string;
  row: { readonly paymentId: string; readonly clientPaymentId: string | null };
}) {
  return (
    <TextLink
      href={`${base}/payments/${paymentId}`}
      prefetch={false}
      data-tooltip={clientPaymentId ?? undefined}
      className={columnReferenceStyle}
    >
      {clientPaymentId === null ? (
        <span className="font-mono text-xs">{paymentId.slice(0, 8)}…</span>
      ) : (
        ExternalText(clientPaymentId)
      )}
    </TextLink>
  );
}
