import { columnReference } from '#components/list/table/reference-style.ts';
import { ExternalText } from '#components/ui/as-told.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';

/** The record that a callback names: a link where there is one here. */
export function About({ base, row }: { base: string; row: CallbackRow }) {
  const { kind, paymentId, paymentKnown, clientPaymentId, subjectId, subjectKnown } = row;
  if (kind === 'deposit-exchanged')
    return <Unknown reason="The interface does not show what this kind says." />;
  const [id, known, words, to] =
    kind === 'withdrawal'
      ? [subjectId, subjectKnown, row.clientWithdrawalId, 'withdrawals']
      : [paymentId, paymentKnown, clientPaymentId, 'payments'];
  if (id === null) return <Unknown reason="It names no record that can be read." />;
  if (!known)
    return (
      <span title={`${id}: no such record here`} data-whole={id} className="font-mono text-muted text-xs">
        {shorten(id)}
      </span>
    );
  return (
    <TextLink href={`${base}/${to}/${id}`} prefetch={false} title={id} className={columnReference}>
      {words === null ? (
        <span data-whole={id} className="font-mono text-xs">
          {shorten(id)}
        </span>
      ) : (
        ExternalText(words)
      )}
    </TextLink>
  );
}
