'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { tSources } from '#lib/messages/values.ts';
import { RawMessage } from './raw-message.tsx';

/** The received message. It loads when opened, because reading it may need an audit entry. */
export function RawDisclosure({ businessId, observation }: { businessId: string; observation: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center gap-0.5 rounded-sm text-muted text-xs hover:text-ink"
      >
        <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
        {tSources('rawJson')}
      </button>
      {open && <RawMessage businessId={businessId} observation={observation} />}
    </div>
  );
}
