'use client';

import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { tDrafts } from '#lib/messages/drafts.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { DraftState } from './use-draft.ts';

/** Says that unsent text was restored, with its age, or that the text could not be saved. */
export function DraftNotice({ draft: { restoredAt, problem, discard } }: { draft: DraftState }) {
  if (problem !== null)
    return (
      <p role="alert" className="text-bad text-sm">
        {tDrafts('notSaved', { reason: problem })}
      </p>
    );
  if (restoredAt === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
      <span>{tDrafts.rich('restored', { time: () => <Time at={toUnixSeconds(restoredAt)} /> })}</span>
      <Button size="sm" variant="quiet" onPress={discard}>
        {tDrafts('discard')}
      </Button>
    </p>
  );
}
