'use client';

import type { ReactNode } from 'react';
import { absoluteTime } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Unknown } from '#components/ui/unknown.tsx';
import type { Provenance } from '#lib/values/provenance.ts';
import { findOrigin, sourceWords } from '#lib/values/provenance.ts';

const notTold = 'No observation has told it.';

/** A value with where it comes from on hover; "—" where nobody has told it. */
export function SourcedValue({
  provenance,
  field,
  children,
  unknown = notTold,
}: {
  provenance: Provenance;
  field: string;
  /** Null: unknown. */
  children: ReactNode;
  unknown?: string;
}) {
  const { locale, zone } = useLocaleSettings();
  if (children === null || children === undefined || children === '') return <Unknown reason={unknown} />;
  const origin = findOrigin(provenance, field);
  if (!origin) return <span>{children}</span>;
  const seconds = Math.floor(origin.at / 1000);
  return (
    <span
      title={`${field}: ${sourceWords(origin.source)}, ${absoluteTime(seconds, locale, zone)}`}
      suppressHydrationWarning
    >
      {children}
    </span>
  );
}
