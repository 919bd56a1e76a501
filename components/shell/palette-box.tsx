'use client';

import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useState } from 'react';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { paletteStyle as look } from './palette-style.ts';

/** The palette's field while its code loads. It keeps the input. */
export function PaletteBox({
  typed,
  onType,
  onEnter,
  onClose,
}: {
  typed: string;
  onType: (typed: string) => void;
  onEnter: () => void;
  onClose: () => void;
}) {
  const [before] = useState(() => document.activeElement);
  // Restores focus, so that the dialog can restore it when it closes.
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
  };
  return (
    <div
      role="dialog"
      aria-modal
      aria-label={tShell('palette.title')}
      className={look.scrim}
      onKeyDown={press}
    >
      <div className={look.window}>
        <div className={look.line}>
          <SpriteIcon name="search" className="size-4 shrink-0 text-faint" />
          <input
            type="search"
            aria-label={tShell('palette.title')}
            placeholder={look.placeholder}
            // biome-ignore lint/a11y/noAutofocus: the person has just opened this field
            autoFocus
            spellCheck={false}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            className={look.box}
          />
        </div>
      </div>
    </div>
  );
}
