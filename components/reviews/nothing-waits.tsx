import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { RiskSource } from '#lib/reviews/schema.ts';
import type { QueueView } from '#lib/reviews/schema-choices.ts';

/** Nothing flagged and nothing that could flag are different things, and read differently. */
export function NothingWaits({
  view,
  source,
  base,
  page,
}: {
  view: QueueView;
  source: RiskSource;
  base: string;
  page: number;
}) {
  if (page > 1 || (view !== 'open' && view !== 'unassigned'))
    return (
      <EmptyState
        icon={<ShieldCheck aria-hidden />}
        title="Nothing in this view"
        action={
          <LinkButton size="sm" href={base}>
            Show all open cases
          </LinkButton>
        }
      >
        <p>Other views may hold cases: their counts stand above.</p>
      </EmptyState>
    );
  if (!source.connected)
    return (
      <EmptyState icon={<ShieldAlert aria-hidden />} title="No source of risk data is connected">
        <p>
          An empty queue says nothing here. Deposits under review, blocked deposits and risk assessments are
          told by reading payments alone, and SERVICE_PAYMENT_READ_PATH is not set. Only blocked withdrawals
          arrive, by callback.
        </p>
      </EmptyState>
    );
  if (!source.recorded)
    return (
      <EmptyState icon={<ShieldAlert aria-hidden />} title="No deposit has been read from the service yet">
        <p>Payments can be read. Cases open by themselves once a record tells of something flagged.</p>
      </EmptyState>
    );
  return (
    <EmptyState icon={<ShieldCheck aria-hidden />} title="Nothing is flagged and waiting">
      <p>
        Payments are read from the service
        {source.assessed
          ? ', and risk assessments have come with them.'
          : '; no risk assessment has come with them so far, which is not the same as none found.'}
      </p>
    </EmptyState>
  );
}
