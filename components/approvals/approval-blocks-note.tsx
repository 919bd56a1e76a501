import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { describeMissingProofs, describeTimedBlock } from '#lib/access/model.ts';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { tApprovals } from '#lib/messages/approvals.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Says why the signed-in person can't approve a proposal and from when they can. Nothing if they can. */
export function ApprovalBlocksNote({ blocks }: { blocks: readonly ApprovalBlock[] }) {
  if (blocks.length === 0) return null;
  const missing = describeMissingProofs(blocks);
  return (
    <Banner tone="waiting" title={tApprovals('blocked.title')}>
      <div className="flex flex-col gap-1.5">
        {blocks.map(
          (block) =>
            block.possibleFrom !== null && (
              <p key={block.reason}>
                {describeTimedBlock(block)} <ApprovalStart at={block.possibleFrom} />
              </p>
            ),
        )}
        {missing !== null && <p>{missing}</p>}
      </div>
    </Banner>
  );
}

function ApprovalStart({ at }: { at: NonNullable<ApprovalBlock['possibleFrom']> }) {
  return (
    <>
      {tApprovals.rich('blocked.from', { time: () => <DateTime at={toUnixSeconds(at)} /> })}{' '}
      {tApprovals('blocked.another')}
    </>
  );
}
