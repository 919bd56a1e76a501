'use client';

import { Ellipsis } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { MenuContent } from '#components/ui/menu-content.ts';
import { useOverlayTrigger } from '#components/ui/use-overlay-trigger.ts';

const Overlay = lazy(() =>
  import('#components/ui/menu-overlay.tsx').then((file) => ({ default: file.MenuOverlay })),
);

/** The button at the end of a row that opens its menu. */
export function RowMenu({ label, sections }: Pick<MenuContent, 'label' | 'sections'>) {
  const { ref, isOpen, wasOpened, change, opener } = useOverlayTrigger('menu');
  return (
    <>
      <IconButton {...opener} label={label} icon={<Ellipsis aria-hidden />} size="sm" noTooltip />
      {wasOpened && (
        <Suspense>
          <Overlay
            triggerRef={ref}
            isOpen={isOpen}
            onOpenChange={change}
            label={label}
            placement="bottom end"
            sections={sections}
          />
        </Suspense>
      )}
    </>
  );
}
