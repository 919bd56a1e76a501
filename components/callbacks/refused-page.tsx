import { ShieldX } from 'lucide-react';
import { PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import type { RefusalsView } from '#lib/callbacks/schema/refusals.ts';
import { attentionDays } from '#lib/values/attention.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { AcknowledgeWithdrawals } from './acknowledge-withdrawals.tsx';
import { bytesInWords } from './bytes-in-words.ts';
import { FailingDeliveries } from './failing-deliveries.tsx';
import { RefusedBodyDisclosure } from './refused-body.tsx';
import { hasAny, UnstoredByDay } from './unstored.tsx';

const reasons: Readonly<Record<string, string>> = {
  'too-large': 'Over 64 KiB',
  encoded: 'Content-encoding',
};

/** What came to the callback addresses and was refused: nothing of it was applied. */
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
  const { refusals, next, notKept, failing, unseenWithdrawals } = view;
  const base = `/${businessId}/callbacks`;
  return (
    <>
      <PageHeader
        title="Refused callbacks"
        back={{ href: base, label: 'Callbacks' }}
        description={<ZoneNote />}
      />
      {(failing.length > 0 || unseenWithdrawals !== null) && (
        <div className="flex flex-col gap-2 px-4 pb-4">
          <FailingDeliveries failing={failing} />
          {unseenWithdrawals && (
            <AcknowledgeWithdrawals businessId={businessId} unseen={unseenWithdrawals} may={mayAcknowledge} />
          )}
        </div>
      )}
      {refusals.length === 0 && !hasAny(notKept) ? (
        <EmptyState icon={<ShieldX aria-hidden />} title="Nothing was refused">
          <p>
            Bodies over 64 KiB and compressed ones are refused; their beginning is kept for you to look at.
            Nothing has come to a wrong address in {attentionDays} days.
          </p>
        </EmptyState>
      ) : (
        <>
          {refusals.length > 0 && (
            <ul aria-labelledby={pageTitleId} className="border-line border-t">
              {refusals.map(({ refusalId, kind, reason, length, receivedAt, headers }) => (
                <li key={refusalId} className="flex flex-col gap-2 border-line border-b px-4 py-2.5 text-sm">
                  <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                    <span className="font-medium">{kindInWords(kind)}</span>
                    <span className="text-attention">
                      {reasons[reason] ?? reason}
                      {reason === 'encoded' && ` ${headers['content-encoding'] ?? ''}`}
                    </span>
                    {length !== null && <span className="text-muted">{bytesInWords(length)} kept</span>}
                    <span className="text-muted sm:ml-auto">
                      <DateTime at={inSeconds(receivedAt)} precise />
                    </span>
                  </p>
                  {mayRead ? (
                    <RefusedBodyDisclosure businessId={businessId} refusalId={refusalId} />
                  ) : (
                    <p className="text-muted text-xs">
                      What is kept of it is shown to compliance and owners only.
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
          {next !== null && (
            <div className="px-4 py-3">
              <LinkButton size="sm" href={`${base}/refused?before=${next}`}>
                Older
              </LinkButton>
            </div>
          )}
          <UnstoredByDay notKept={notKept} />
        </>
      )}
    </>
  );
}
