'use client';

import { lazy, Suspense } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tRetentionHolds } from '#lib/messages/retention.ts';
import type { RecordHolds } from '#lib/retention/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatHeldRecord } from './format-held-record.ts';

// A press opens it.
const PlaceHold = lazy(() => import('./place-hold.tsx').then((file) => ({ default: file.PlaceHold })));

/**
 * Shows the legal holds of a record, and places one on it. Only for people who may work on cases: the server renders it for
 * them alone.
 */
export function RecordHold({
  businessId,
  record,
  holds,
  onPlaced,
}: RecordHolds & {
  businessId: string;
  /** Reads the holds again. Without it, the server renders the page again. */
  onPlaced?: () => void;
}) {
  const isHeld = holds.some(({ recordId }) => recordId === record.recordId);
  return (
    <Section
      title={tRetentionHolds('holds.onRecord.title')}
      actions={
        !isHeld && (
          <Dialog
            title={tRetentionHolds('holds.add')}
            description={tRetentionHolds('holds.onRecord.help')}
            trigger={<Button size="sm">{tRetentionHolds('holds.add')}</Button>}
          >
            {(close) => (
              <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                <PlaceHold businessId={businessId} record={record} onPlaced={onPlaced} onClose={close} />
              </Suspense>
            )}
          </Dialog>
        )
      }
      empty={holds.length === 0 && tRetentionHolds('holds.onRecord.none')}
    >
      <ul className="flex flex-col gap-2 text-sm">
        {holds.map((hold) => (
          <li key={hold.holdId}>
            <p className="font-medium">
              {hold.recordId === record.recordId
                ? tRetentionHolds('holds.onRecord.held')
                : tRetentionHolds('holds.onRecord.protects', { record: formatHeldRecord(hold) })}
            </p>
            <p className="break-words">{hold.reason}</p>
            <p className="text-muted text-xs">
              {tRetentionHolds.rich('holds.by', {
                person: hold.placedBy,
                time: () => <DateTime at={toUnixSeconds(hold.placedAt)} />,
              })}
            </p>
            {hold.lift !== null && (
              <p className="text-muted">
                {tRetentionHolds('holds.liftProposal', {
                  person: hold.lift.proposedBy,
                  reason: hold.lift.reason,
                })}
              </p>
            )}
          </li>
        ))}
        <li>
          <TextLink prefetch={false} href={`/${businessId}/business#legal-holds`}>
            {tRetentionHolds('holds.onRecord.manage')}
          </TextLink>
        </li>
      </ul>
    </Section>
  );
}
