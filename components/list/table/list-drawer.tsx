'use client';

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ComponentType, KeyboardEvent } from 'react';
import { Suspense, useEffect, useRef } from 'react';
import { cx } from '#components/ui/cx.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tList } from '#lib/messages/list.ts';
import type { PreviewProps } from './list-preview.ts';

/**
 * A compact view of one row next to the list, which stays usable. Wide screens show it as a column of its own. It takes focus when it opens. Keys: j and k move,
 * Enter opens the page, Esc closes.
 */
export function ListDrawer({
  businessId,
  id,
  href,
  noun,
  place,
  Preview,
  wide = false,
  hasFoot,
  onMove,
  onClose,
}: {
  businessId: string;
  id: string;
  /** The row's page, or null if it is unknown. */
  href: string | null;
  /** "Payment" */
  noun: string;
  /**
   * The position on the page, from 1, and the number of rows. Null for a row of another page, from which j and k
   * lead to this one.
   */
  place: { readonly at: number; readonly of: number } | null;
  Preview: ComponentType<PreviewProps>;
  wide?: boolean | undefined;
  /** The actions on selected rows are below it, where it isn’t a column of its own. */
  hasFoot: boolean;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);
  const openNext = () => {
    if (place !== null && place.at === place.of) {
      onClose();
      return;
    }
    onMove(1);
    // The pressed button disappears with its row.
    panel.current?.focus({ preventScroll: true });
  };
  /** Esc first leaves a field. Then the drawer's keys work again. */
  const leaveField = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    if (event.key === 'Escape' && isField) panel.current?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      onKeyDown={leaveField}
      aria-label={tList('preview.title', { noun })}
      data-print="hidden"
      className={cx(
        wide ? 'w-[56rem]' : 'w-[30rem]',
        hasFoot && 'max-xl:bottom-14',
        'fixed inset-y-0 end-0 z-30 flex max-w-[80vw] animate-slide-in flex-col border-line border-s bg-surface shadow-float outline-none max-md:hidden',
        'xl:static xl:z-auto xl:row-start-2 xl:min-h-0 xl:w-auto xl:min-w-0 xl:max-w-none xl:animate-none xl:border-t xl:shadow-none',
      )}
    >
      <header className="flex h-12 shrink-0 items-center gap-1 border-line border-b px-4">
        <h2 className="font-semibold text-base">{noun}</h2>
        {place && (
          <span className="ms-2 text-muted text-xs tabular-nums">
            {tList('preview.position', { position: place.at, count: place.of })}
          </span>
        )}
        <span className="ms-auto flex items-center gap-1">
          <IconButton
            size="sm"
            label={tList('preview.previous')}
            icon={<ChevronUp aria-hidden />}
            isDisabled={place?.at === 1}
            keepsFocus
            onPress={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={tList('preview.next')}
            icon={<ChevronDown aria-hidden />}
            isDisabled={place !== null && place.at === place.of}
            keepsFocus
            onPress={() => onMove(1)}
          />
          {href !== null && (
            <LinkButton size="sm" href={href}>
              {tList('preview.open')}
            </LinkButton>
          )}
          <IconButton size="sm" label={tList('preview.close')} icon={<X aria-hidden />} onPress={onClose} />
        </span>
      </header>
      <div key={id} className="@container/drawer relative min-h-0 flex-1 overflow-y-auto px-4 py-4">
        <Suspense fallback={<Waiting />}>
          <Preview businessId={businessId} id={id} onNext={openNext} />
        </Suspense>
      </div>
    </section>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
