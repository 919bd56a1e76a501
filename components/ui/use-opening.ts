'use client';

import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { useRef, useState } from 'react';

/** What a button is given that opens something. */
type Opener = {
  onPress?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | undefined;
  'aria-expanded'?: boolean | undefined;
  ref?: RefObject<HTMLButtonElement | null> | undefined;
};

/** A Button, IconButton or PressButton. */
export type Trigger = ReactElement<Opener>;

/** As people who work with keys expect of a menu's button, beside Enter and Space. */
const opensMenu: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/**
 * The state of something that opens. Its code is fetched when it is opened for the first time: `wasOpened` says
 * whether that has happened. Before, a page does not pay for it.
 */
export function useOpening(kind: 'dialog' | 'menu', onOpenChange?: (isOpen: boolean) => void) {
  const ref = useRef<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setWasOpened(true);
    onOpenChange?.(next);
  };
  const opener: Opener = {
    onPress: () => change(!isOpen),
    onKeyDown: (event) => {
      if (kind !== 'menu' || isOpen || !opensMenu.has(event.key)) return;
      event.preventDefault();
      change(true);
    },
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    ref,
  };
  return { ref, isOpen, wasOpened, change, opener };
}
