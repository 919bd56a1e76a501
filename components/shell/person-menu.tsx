'use client';

import { lazy, Suspense } from 'react';
import { cx } from '#components/ui/cx.ts';
import { PressButton } from '#components/ui/press-button.tsx';
import { useOverlayTrigger } from '#components/ui/use-overlay-trigger.ts';
import { tShell } from '#lib/messages/shell.ts';
import type { PersonMenuProps } from './person.ts';

const Overlay = lazy(() =>
  import('./person-menu-items.tsx').then((file) => ({ default: file.PersonMenuOverlay })),
);

/** Shows the signed-in person and opens the account menu. */
export function PersonMenu(props: PersonMenuProps) {
  const { person, compact } = props;
  const { ref, isOpen, wasOpened, change, opener } = useOverlayTrigger('menu');
  return (
    <>
      <PressButton
        {...opener}
        className={cx(
          'pressable flex h-9 items-center gap-2 rounded-md text-start text-sm transition-colors hover:bg-hover',
          compact ? 'w-9 justify-center' : 'w-full px-1.5',
        )}
      >
        <span
          aria-hidden
          className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed font-semibold text-2xs text-muted"
        >
          {person.name.slice(0, 1).toUpperCase()}
        </span>
        <span className={compact ? 'sr-only' : 'min-w-0 flex-1 leading-4'}>
          <span className="sr-only">{tShell('accountPrefix')}</span>
          <span className="block truncate font-medium">{person.name}</span>
          <span className="block truncate text-2xs text-faint">{person.role}</span>
        </span>
      </PressButton>
      {wasOpened && (
        <Suspense>
          <Overlay {...props} triggerRef={ref} isOpen={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
