import { tPayment } from '#lib/messages/payment.ts';
import { tResolutionReasons } from '#lib/messages/resolution-reasons.ts';
import { listExceptionReasons } from '#lib/payments/model.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';

/** Shows the state of the exception, its assignee, why it was resolved, and its note. */
export function ExceptionCell({ row }: { row: PaymentRow }) {
  const { exceptionWork: work } = row;
  if (listExceptionReasons(row).length === 0) return null;
  return (
    <span data-tooltip={work?.note || undefined} className="flex flex-col">
      <span>
        {tPayment(`exception.states.${work === null || work.resolvedAt === null ? 'open' : 'resolved'}`)}
        {work?.owner && <span className="text-muted"> · {work.owner}</span>}
      </span>
      {work !== null && work.resolutionReason !== null && (
        <span className="text-muted text-xs">{tResolutionReasons(`reasons.${work.resolutionReason}`)}</span>
      )}
      {work !== null && work.note !== '' && (
        <span className="line-clamp-1 max-w-48 whitespace-normal text-muted text-xs [overflow-wrap:anywhere]">
          {work.note}
        </span>
      )}
    </span>
  );
}
