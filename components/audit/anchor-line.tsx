import { Time } from '#components/ui/time.tsx';
import type { AnchorStatus } from '#lib/audit/anchors/schema.ts';
import { tAuditAnchors } from '#lib/messages/audit-anchors.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows the newest anchor outside the database, or why there is none. */
export function AnchorLine({ anchors: { state, failure, number, at } }: { anchors: AnchorStatus }) {
  const last =
    at !== null &&
    tAuditAnchors.rich('last', {
      number: number ?? '',
      time: () => <Time key="time" at={toUnixSeconds(at)} />,
    });
  if (state === 'off') return <>{tAuditAnchors('off')}</>;
  if (state === 'waiting') return <>{tAuditAnchors('none')}</>;
  if (state === 'current') return <>{last || tAuditAnchors('none')}</>;
  const problem = failure === null ? tAuditAnchors('late') : tAuditAnchors(`failure.${failure}`);
  return (
    <span className="text-attention">
      {problem} {last}
    </span>
  );
}
