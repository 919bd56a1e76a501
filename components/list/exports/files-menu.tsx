'use client';

import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Prefetch } from '#components/ui/prefetch.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { useOverlayTrigger } from '#components/ui/use-overlay-trigger.ts';
import { tListExports } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import type { FilesMenuProps } from './files-menu-overlay.tsx';

const loadMenu = () => import('./files-menu-overlay.tsx');
const Overlay = lazy(() => loadMenu().then((file) => ({ default: file.FilesMenuOverlay })));

/** Joins the button of the usual format with the menu of all formats. */
export function FilesMenu({ children, ...props }: FilesMenuProps & { children: ReactNode }) {
  const noun = useListNoun()(2);
  const { ref, isOpen, wasOpened, change, opener } = useOverlayTrigger('menu');
  return (
    <span className="inline-flex [&>button]:rounded-e-none">
      {children}
      <Prefetch load={loadMenu}>
        <IconButton
          {...opener}
          {...(props.selection === 'selected' && { size: 'sm' })}
          variant="secondary"
          label={tListExports(`open.${props.selection}`, { noun })}
          icon={<SpriteIcon name="chevron-down" />}
          className="-ms-px rounded-s-none"
        />
      </Prefetch>
      {wasOpened && (
        <Suspense>
          <Overlay {...props} triggerRef={ref} isOpen={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </span>
  );
}
