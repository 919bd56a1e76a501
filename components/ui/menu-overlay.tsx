'use client';

import { Check } from 'lucide-react';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from 'react-aria-components/Menu';
import { cx } from './cx.ts';
import type { FloatingPanelProps } from './floating-panel.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import type { MenuContent, MenuItem } from './menu-content.ts';

/** The open list of a Menu. */
export function MenuOverlay({ label, sections, ...place }: MenuContent & FloatingPanelProps) {
  return (
    <FloatingPanel {...place} className="min-w-48 max-w-80">
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onClose={() => place.onOpenChange(false)}
        className="max-h-96 overflow-y-auto p-1 outline-none"
      >
        {sections.map((section) => (
          <AriaMenuSection
            key={section.id}
            aria-label={section.label ?? label}
            className={
              section.label === undefined
                ? 'mt-1 border-line border-t pt-1 first:mt-0 first:border-t-0 first:pt-0'
                : ''
            }
          >
            {section.label !== undefined && (
              <Header className="px-2 pt-1.5 pb-1 font-medium text-2xs text-faint">{section.label}</Header>
            )}
            {section.items.map((item) => (
              <Item key={item.id} {...item} />
            ))}
          </AriaMenuSection>
        ))}
      </AriaMenu>
    </FloatingPanel>
  );
}

function Item({ icon, detail, isChosen = false, danger = false, label, ...rest }: MenuItem) {
  return (
    <AriaMenuItem
      {...rest}
      textValue={label}
      {...(isChosen ? { 'aria-current': true } : {})}
      className={cx(
        'pressable flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:cursor-not-allowed data-focused:bg-hover data-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {icon && <span className={danger ? '' : 'text-muted'}>{icon}</span>}
      <span className="min-w-0 flex-1">{label}</span>
      {detail && <span className="text-muted text-xs">{detail}</span>}
      {isChosen && <Check aria-hidden className="text-accent-text" />}
    </AriaMenuItem>
  );
}
