'use client';

import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import type { FloatingPanelProps } from './floating-panel.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import type { OverlayContent } from './overlay-content.ts';
import { renderOverlay } from './overlay-content.ts';

export type PopoverOverlayProps = FloatingPanelProps & {
  label: string;
  children: OverlayContent;
};

/** The open panel of a Popover. */
export function PopoverOverlay({ label, children, ...place }: PopoverOverlayProps) {
  return (
    <FloatingPanel {...place}>
      <AriaDialog aria-label={label} className="max-w-96 p-3 outline-none">
        {renderOverlay(children, () => place.onOpenChange(false))}
      </AriaDialog>
    </FloatingPanel>
  );
}
