'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { tControls } from '#lib/messages/controls.ts';
import { IconButton } from './icon-button.tsx';

/** The head of a dialog or drawer: title, description, actions and the close button. */
export function OverlayHeader({
  title,
  description,
  actions,
  onClose,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
}) {
  return (
    <header className="flex items-start gap-3 border-line border-b px-5 py-3">
      <div className="min-w-0 flex-1 py-1">
        <Heading slot="title" className="font-semibold text-lg leading-6 wrap-anywhere">
          {title}
        </Heading>
        {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {actions}
        <IconButton label={tControls('close')} icon={<X />} onPress={onClose} noTooltip />
      </div>
    </header>
  );
}

/** The buttons at the foot, the primary one last. */
export function OverlayFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{children}</footer>
  );
}
