'use client';

import { lazy, Suspense } from 'react';
import { cx } from '#components/ui/cx.ts';
import { PressButton } from '#components/ui/press-button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { useOverlayTrigger } from '#components/ui/use-overlay-trigger.ts';
import { tShell } from '#lib/messages/shell.ts';
import type { BusinessSwitcherProps } from './business-choice.ts';
import { Monogram } from './monogram.tsx';

const Overlay = lazy(() =>
  import('./business-switcher-menu.tsx').then((file) => ({ default: file.BusinessSwitcherOverlay })),
);

/** Shows the current business and opens the menu of all businesses. */
export function BusinessSwitcher({ businesses, businessId, narrow }: BusinessSwitcherProps) {
  const { ref, isOpen, wasOpened, change, opener } = useOverlayTrigger('menu');
  const current = businesses.find((business) => business.id === businessId);
  const name = current?.name ?? tShell('business');
  return (
    <>
      <PressButton
        {...opener}
        className={cx(
          'pressable flex h-9 items-center gap-2 rounded-md text-start font-semibold text-sm transition-colors hover:bg-hover',
          narrow ? 'w-9 justify-center' : 'w-full px-1.5',
        )}
      >
        <Monogram name={name} />
        <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>
          <span className="sr-only">{tShell('businessPrefix')}</span>
          {name}
        </span>
        {!narrow && <SpriteIcon name="chevrons-up-down" className="size-3.5 shrink-0 text-faint" />}
      </PressButton>
      {wasOpened && (
        <Suspense>
          <Overlay
            businesses={businesses}
            businessId={businessId}
            triggerRef={ref}
            isOpen={isOpen}
            onOpenChange={change}
          />
        </Suspense>
      )}
    </>
  );
}
