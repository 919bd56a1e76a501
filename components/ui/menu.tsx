'use client';

import { cloneElement, lazy, Suspense } from 'react';
import type { MenuContent } from './menu-content.ts';
import type { Trigger } from './use-opening.ts';
import { useOpening } from './use-opening.ts';

const Opened = lazy(() => import('./menu-opened.tsx').then((file) => ({ default: file.MenuOpened })));

/** A list of acts or links behind a Button. Arrow keys, type-ahead, Esc. */
export function Menu({
  trigger,
  label,
  placement = 'bottom start',
  sections,
}: Omit<MenuContent, 'placement'> & {
  /** A Button. */
  trigger: Trigger;
  placement?: MenuContent['placement'];
}) {
  const { ref, isOpen, wasOpened, change, opener } = useOpening('menu');
  return (
    <>
      {cloneElement(trigger, opener)}
      {wasOpened && (
        <Suspense>
          <Opened
            triggerRef={ref}
            isOpen={isOpen}
            onOpenChange={change}
            label={label}
            placement={placement}
            sections={sections}
          />
        </Suspense>
      )}
    </>
  );
}
