'use client';

import type { ReactNode } from 'react';
import { formatAbsoluteTime } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tSources } from '#lib/messages/values.ts';
import type { Provenance } from '#lib/values/provenance.ts';
import { findOrigin, formatSource } from '#lib/values/provenance.ts';

/** Shows a value with its source on hover, or "—" where no source reported it. */
export function ValueWithSource({
  provenance,
  field,
  children,
  unknown = tControls('notReported'),
}: {
  provenance: Provenance;
  field: string;
  /** The value, null where it is unknown. */
  children: ReactNode;
  unknown?: string;
}) {
  const { locale, zone } = useLocaleSettings();
  if (children === null || children === undefined || children === '')
    return <UnknownValue reason={unknown} />;
  const origin = findOrigin(provenance, field);
  if (!origin) return <span>{children}</span>;
  const seconds = Math.floor(origin.at / 1000);
  return (
    <span
      aria-description={tSources('provenance', {
        field,
        source: formatSource(origin.source),
        time: formatAbsoluteTime(seconds, locale, zone),
      })}
      suppressHydrationWarning
    >
      {children}
    </span>
  );
}
