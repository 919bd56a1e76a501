'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';
import type { NavigationGroup } from './navigation.tsx';
import type { PaletteAbilities } from './palette-actions.ts';
import { PaletteBox } from './palette-box.tsx';
import { usePaletteKey } from './palette-key.ts';
import { usePendingEnter } from './use-pending-enter.ts';

const Overlay = lazy(() => import('./palette-dialog.tsx').then((file) => ({ default: file.PaletteOverlay })));
const openEvent = 'countinghouse:palette';

const openPalette = (): void => {
  document.dispatchEvent(new Event(openEvent));
};

/** The palette finds any page and record. ⌘K or Ctrl-K opens it. Its code loads when it first opens. */
export function Palette({
  businessId,
  groups,
  abilities,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  abilities: PaletteAbilities;
}) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const early = usePendingEnter(typed);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!isOpen && typed !== '') setTyped('');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    const open = () => setOpen(true);
    document.addEventListener('keydown', onKey);
    document.addEventListener(openEvent, open);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener(openEvent, open);
    };
  }, []);
  return wasOpened ? (
    <Suspense
      fallback={
        isOpen && (
          <PaletteBox typed={typed} onType={setTyped} onEnter={early.await} onClose={() => setOpen(false)} />
        )
      }
    >
      <Overlay
        businessId={businessId}
        groups={groups}
        abilities={abilities}
        typed={typed}
        onType={setTyped}
        early={early}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </Suspense>
  ) : null;
}

/** The button that opens the palette. */
export function PaletteButton({ look }: { look: 'wide' | 'narrow' | 'bar' }) {
  const key = usePaletteKey();
  return (
    <PressButton
      aria-haspopup="dialog"
      // A visible label and shortcut name the wide button.
      {...(look === 'wide' ? {} : { 'aria-label': tShell('palette.title') })}
      onPress={openPalette}
      className={cx(
        'pressable flex items-center gap-1.5 rounded-md text-muted text-sm hover:bg-hover [&_svg]:size-4',
        look === 'wide' && 'h-8 w-full min-w-0 border border-line bg-surface ps-2 pe-1',
        look === 'narrow' && 'size-9 justify-center',
        look === 'bar' && 'size-9 justify-center',
      )}
    >
      <SpriteIcon name="search" />
      {look === 'wide' && (
        <>
          <span className="min-w-0 flex-1 truncate text-start">{tShell('palette.title')}</span>
          <Kbd>{key}</Kbd>
        </>
      )}
    </PressButton>
  );
}
