import { ShieldX } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { formatCallbackKind } from '#lib/callbacks/model/verdict.ts';
import type { RefusalsView } from '#lib/callbacks/schema/refusals.ts';
import { tCallbacks, tRefusedCallbacks } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AcknowledgeWithdrawals } from './acknowledge-withdrawals.tsx';
import { FailingDeliveries } from './failing-deliveries.tsx';
import { RefusedBodyDisclosure } from './refused-body.tsx';
import { hasUnstored, UnstoredByDay } from './unstored.tsx';

function describeReason(reason: string, headers: Readonly<Record<string, string>>): string {
  if (reason === 'too-large') return tRefusedCallbacks('reason.too-large');
  if (reason !== 'encoded') return reason;
  return tRefusedCallbacks('reason.encoded', { encoding: headers['content-encoding'] ?? '' });
}

/** Lists refused callbacks, of which nothing was applied. */
export function RefusedPage({
  businessId,
  view,
  mayRead,
  mayAcknowledge,
}: {
  businessId: string;
  view: RefusalsView;
  mayRead: boolean;
  mayAcknowledge: boolean;
}) {
  const { refusals, next, unstored, failing, unacknowledgedWithdrawals } = view;
  const base = `/${businessId}/callbacks`;
  return (
    <>
      <PageHeader
        title={tRefusedCallbacks('title')}
        back={{ href: base, label: tRefusedCallbacks('back') }}
        description={<ZoneNote />}
      />
      {(failing.length > 0 || unacknowledgedWithdrawals !== null) && (
        <div className="flex flex-col gap-2 px-4 pb-4">
          <FailingDeliveries failing={failing} />
          {unacknowledgedWithdrawals && (
            <AcknowledgeWithdrawals
              businessId={businessId}
              refused={unacknowledgedWithdrawals}
              mayAcknowledge={mayAcknowledge}
            />
          )}
        </div>
      )}
      {refusals.length === 0 && !hasUnstored(unstored) ? (
        <EmptyState icon={<ShieldX aria-hidden />} title={tRefusedCallbacks('empty.title')}>
          <p>{tRefusedCallbacks('empty.text', { days: unstored.dayCount })}</p>
        </EmptyState>
      ) : (
        <>
          {refusals.length > 0 && (
            <ul aria-labelledby={pageTitleId} className="border-line border-t">
              {refusals.map(({ refusalId, kind, reason, length, receivedAt, headers }) => (
                <li key={refusalId} className="flex flex-col gap-2 border-line border-b px-4 py-2.5 text-sm">
                  <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                    <span className="font-medium">{formatCallbackKind(kind)}</span>
                    <span className="text-attention">{describeReason(reason, headers)}</span>
                    {length !== null && (
                      <span className="text-muted">
                        {tRefusedCallbacks('bodies.stored', { size: tCallbacks('bytes', { count: length }) })}
                      </span>
                    )}
                    <span className="text-muted sm:ms-auto">
                      <DateTime at={toUnixSeconds(receivedAt)} precise />
                    </span>
                  </p>
                  {mayRead ? (
                    <RefusedBodyDisclosure businessId={businessId} refusalId={refusalId} />
                  ) : (
                    <p className="text-muted text-xs">{tRefusedCallbacks('bodies.withheld')}</p>
                  )}
                </li>
              ))}
            </ul>
          )}
          {next !== null && (
            <div className="px-4 py-3">
              <LinkButton size="sm" href={`${base}/refused?before=${next}`}>
                {tRefusedCallbacks('bodies.older')}
              </LinkButton>
            </div>
          )}
          <UnstoredByDay unstored={unstored} />
        </>
      )}
    </>
  );
}
