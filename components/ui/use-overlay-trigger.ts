'use client';

import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { useRef, useState } from 'react';

/** Properties of a button that opens something. */
type TriggerProps = {
  onPress?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | undefined;
  'aria-expanded'?: boolean | undefined;
  ref?: RefObject<HTMLButtonElement | null> | undefined;
};

/** A Button, IconButton or PressButton. */
export type Trigger = ReactElement<TriggerProps>;

/** Keys that open a menu, besides Enter and Space. */
const menuKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/**
 * Returns the state of an overlay and the properties of its button. The overlay's code loads when it first opens, which
 * `wasOpened` records.
 */
export function useOverlayTrigger(kind: 'dialog' | 'menu', onOpenChange?: (isOpen: boolean) => void) {
  const ref = useRef<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setWasOpened(true);
    onOpenChange?.(next);
  };
  const opener: TriggerProps = {
    onPress: () => change(!isOpen),
    onKeyDown: (event) => {
      if (kind !== 'menu' || isOpen || !menuKeys.has(event.key)) return;
      event.preventDefault();
      change(true);
    },
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    ref,
  };
  return { ref, isOpen, wasOpened, change, opener };
}
