'use client';

import type { ReactNode } from 'react';
import { downloadExport } from '#components/list/exports/download-export.ts';
import { buttonStyle } from '#components/ui/button-style.ts';

/** Downloads the evidence pack of a case, which needs a recent authentication. */
export function EvidenceLink({
  businessId,
  caseId,
  children,
}: {
  businessId: string;
  caseId: string;
  children: ReactNode;
}) {
  const address = `/api/businesses/${businessId}/reviews/${caseId}/evidence`;
  return (
    <a
      href={address}
      download
      onClick={(event) => {
        event.preventDefault();
        void downloadExport(address, businessId);
      }}
      className={buttonStyle('secondary', 'md')}
    >
      {children}
    </a>
  );
}
