'use client';

import type { ReactElement, RefObject } from 'react';
import { useRef, useState } from 'react';

/** What a button is given that opens something. */
type Opener = {
  onPress?: (() => void) | undefined;
  'aria-haspopup'?: 'dialog' | 'menu' | undefined;
  'aria-expanded'?: boolean | undefined;
  ref?: RefObject<HTMLButtonElement | null> | undefined;
};

/** A Button, IconButton or PressButton. */
export type Trigger = ReactElement<Opener>;

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
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    ref,
  };
  return { ref, isOpen, wasOpened, change, opener };
}
