import { Time } from '#components/ui/time.tsx';
import type { AnchorStatus } from '#lib/audit/anchors/schema.ts';
import { failureTexts } from '#lib/audit/anchors/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** The newest anchor outside the database, or what keeps it from being made. */
export function AnchorLine({ anchors: { state, failure, number, at } }: { anchors: AnchorStatus }) {
  const last = at !== null && (
    <>
      Last anchor: {number}, <Time at={inSeconds(at)} />.
    </>
  );
  if (state === 'off') return <>Not anchored outside the database.</>;
  if (state === 'waiting') return <>No anchor yet.</>;
  if (state === 'current') return <>{last || 'No anchor yet.'}</>;
  const problem =
    failure === null ? 'The worker has not anchored the log for a while.' : failureTexts[failure];
  return (
    <span className="text-attention">
      {problem} {last}
    </span>
  );
}
