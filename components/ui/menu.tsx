'use client';

import type { ReactNode } from 'react';
import { cloneElement, lazy, Suspense } from 'react';
import type { Trigger } from './use-opening.ts';
import { useOpening } from './use-opening.ts';

const Opened = lazy(() => import('./menu-opened.tsx').then((file) => ({ default: file.MenuOpened })));

export type MenuItem = {
  /** Unique inside its menu. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the right end: a key, a count. */
  readonly detail?: ReactNode;
  /** Marks the one in force. */
  readonly isChosen?: boolean;
  readonly danger?: boolean;
  readonly isDisabled?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
};

/** Items that belong together; without a label they are only set apart by a line. */
export type MenuSection = {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
};

export type MenuProps = {
  /** A Button. */
  trigger: Trigger;
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  sections: readonly MenuSection[];
};

/** A list of acts or links behind a Button. Arrow keys, type-ahead, Esc. */
export function Menu({ trigger, label, placement = 'bottom start', sections }: MenuProps) {
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
