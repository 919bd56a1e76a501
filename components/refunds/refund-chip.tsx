import { Undo2 } from 'lucide-react';
import { statusLook } from '#components/status/status-table.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';

/** That a deposit has a refund, and its status: "Refund pending". */
export function RefundChip({ status }: { status: string }) {
  const { label, tone } = statusLook('refund', status);
  return (
    <StatusBadge
      label={label}
      tone={tone}
      icon={<Undo2 aria-label="Refund" />}
      value={status}
      title={`Refund: ${status}`}
    />
  );
}
