'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense } from 'react';
import type { MergeChoice } from './merge-dialog.tsx';

// It is in a tab that is hidden at first.
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((file) => ({ default: file.MergeDialog })));

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
    <Suspense>
      <MergeDialog
        businessId={businessId}
        cases={[own, ...others]}
        isSelectable
        onMerged={(stays) =>
          stays === own.caseId ? router.refresh() : router.push(`/${businessId}/reviews/${stays}`)
        }
      />
    </Suspense>
  );
}
