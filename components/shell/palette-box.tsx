'use client';

import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useState } from 'react';
import { paletteLook as look } from './palette-style.ts';

/** The palette's box while the rest of it is fetched: what is typed meanwhile is not lost. */
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
  // What had focus has it again for a moment: the window that comes gives it back when it closes.
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
    <div role="dialog" aria-modal aria-label="Find anything" className={look.scrim} onKeyDown={press}>
      <div className={look.window}>
        <div className={look.line}>
          <Search aria-hidden className="size-4 shrink-0 text-faint" />
          <input
            type="search"
            aria-label="Find anything"
            placeholder={look.placeholder}
            // biome-ignore lint/a11y/noAutofocus: somebody has just asked for this box
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
