'use client';

import { useRouter } from 'next/navigation';
import type { MergeChoice } from './merge-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** Merges the case with related ones, then shows the case that was kept. */
export function MergeRelated({
  businessId,
  own,
  others,
}: {
  businessId: string;
  own: MergeChoice;
  others: readonly MergeChoice[];
}) {
  const router = useRouter();
  return (
    <MergeDialog
      businessId={businessId}
      cases={[own, ...others]}
      isSelectable
      onMerged={(stays) =>
        stays === own.caseId ? router.refresh() : router.push(`/${businessId}/reviews/${stays}`)
      }
    />
  );
}
