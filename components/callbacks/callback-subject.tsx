import { columnReferenceStyle } from '#components/list/table/reference-style.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';

/** Shows the record that a callback names, as a link if the record exists here. */
export function CallbackSubject({ base, row }: { base: string; row: CallbackRow }) {
  const { kind, paymentId, hasPayment, clientPaymentId, subjectId, hasSubject } = row;
  if (kind === 'deposit-exchanged') return <UnknownValue reason={tCallbacks('cells.undocumented')} />;
  const [id, isKnown, clientId, page] =
    kind === 'withdrawal'
      ? [subjectId, hasSubject, row.clientWithdrawalId, 'withdrawals']
      : [paymentId, hasPayment, clientPaymentId, 'payments'];
  if (id === null) return <UnknownValue reason={tCallbacks('cells.noRecord')} />;
  if (!isKnown)
    return (
      <span
        aria-description={tCallbacks('cells.unknownRecord', { id })}
        data-whole={id}
        className="font-mono text-muted text-xs"
      >
        {shorten(id)}
      </span>
    );
  return (
    <TextLink
      href={`${base}/${page}/${id}`}
      prefetch={false}
      aria-description={id}
      data-tooltip={clientId ?? undefined}
      className={columnReferenceStyle}
    >
      {clientId === null ? (
        <span data-whole={id} className="font-mono text-xs">
          {shorten(id)}
        </span>
      ) : (
        ExternalText(clientId)
      )}
    </TextLink>
  );
}
