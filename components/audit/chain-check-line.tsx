import type { ChainCheck } from '#lib/audit/schema.ts';
import { tAuditPage } from '#lib/messages/audit-page.ts';

/** Says whether the newest entries are the ones that were written. */
export function ChainCheckLine({ check: { checked, from, changedAt } }: { check: ChainCheck }) {
  if (changedAt !== null)
    return (
      <span className="text-attention">
        {changedAt === ''
          ? tAuditPage('check.someChanged')
          : tAuditPage('check.changed', { sequence: changedAt })}
      </span>
    );
  if (checked === 0) return null;
  return (
    <>
      {from === '1'
        ? tAuditPage('check.allUnchanged', { count: checked })
        : tAuditPage('check.newestUnchanged', { count: checked })}
    </>
  );
}
