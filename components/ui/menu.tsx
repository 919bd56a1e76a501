'use client';

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { cx } from './cx.ts';
import { floatStyle } from './popover.tsx';

/** A list of acts or links behind a Button. Arrow keys, type-ahead, Esc. */
export function Menu({
  trigger,
  label,
  placement = 'bottom start',
  children,
}: {
  trigger: ReactNode;
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  /** MenuItem, MenuSection, MenuSeparator. */
  children: ReactNode;
}) {
  return (
    <MenuTrigger>
      {trigger}
      <AriaPopover placement={placement} offset={6} className={cx(floatStyle, 'min-w-48 max-w-80')}>
        <AriaMenu aria-label={label} className="max-h-96 overflow-y-auto p-1 outline-none">
          {children}
        </AriaMenu>
      </AriaPopover>
    </MenuTrigger>
  );
}

export type MenuItemProps = {
  /** Unique inside its menu. */
  id: string;
  /** The label as text, for type-ahead; needed where `children` is more than text. */
  textValue?: string;
  icon?: ReactNode;
  /** At the right end: a key, a count. */
  detail?: ReactNode;
  /** Marks the one in force. */
  isChosen?: boolean;
  danger?: boolean;
  isDisabled?: boolean;
  href?: string;
  onAction?: () => void;
  children: ReactNode;
};

export function MenuItem({
  icon,
  detail,
  isChosen,
  danger = false,
  children,
  textValue,
  ...rest
}: MenuItemProps) {
  const text = textValue ?? (typeof children === 'string' ? children : undefined);
  return (
    <AriaMenuItem
      {...rest}
      {...(text === undefined ? {} : { textValue: text })}
      {...(isChosen ? { 'aria-current': true } : {})}
      className={cx(
        'pressable flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-disabled:cursor-not-allowed data-focused:bg-hover data-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {icon && <span className={danger ? '' : 'text-muted'}>{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {detail && <span className="text-muted text-xs">{detail}</span>}
      {isChosen && <Check aria-hidden className="text-accent-text" />}
    </AriaMenuItem>
  );
}

export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-1.5 pb-1 font-medium text-2xs text-faint">{label}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="mx-1 my-1 h-px bg-line" />;
}
