'use client';

import { FieldValue } from '#components/money/field-value.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import { inSeconds } from '#lib/values/instant.ts';
import type { Conflict } from '#lib/values/provenance.ts';
import { sourceWords } from '#lib/values/provenance.ts';

/** What was told in two ways that can't both be right. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Banner tone="attention" title="What we were told does not fit together">
      <ul className="flex flex-col gap-1">
        {conflicts.map(({ field, values }) => (
          <li key={field} className="break-words">
            <code className="text-xs">{field}</code>:{' '}
            {values.map(({ value, source, at }, index) => (
              <span key={`${value} ${at}`}>
                {index > 0 && '; '}
                <span className="text-ink">
                  <FieldValue field={field} text={value} />
                </span>{' '}
                ({sourceWords(source)}, <Time at={inSeconds(at)} />)
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
