import { findStatusStyle } from '#components/status/status-table.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { tRefunds } from '#lib/messages/refunds.ts';
import { tStatus } from '#lib/messages/status.ts';

/** Marks a deposit that has a refund, with the status of the refund. */
export function RefundChip({ status }: { status: string }) {
  const { label, tone } = findStatusStyle('refund', status);
  return (
    <StatusBadge
      label={tStatus('named.refund', { status: label })}
      tone={tone}
      icon="undo2"
      value={status}
      hint={tRefunds('chip', { status })}
    />
  );
}
