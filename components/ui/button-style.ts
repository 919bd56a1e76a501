import { cx } from './cx.ts';

/** `primary` is used once per view, `danger` for irreversible actions, `quiet` inside toolbars and rows. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** 32 px, or 26 px inside tables, chips and banners. */
export type ButtonSize = 'md' | 'sm';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover',
  secondary:
    'border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed dark:bg-raised dark:hover:bg-raised-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'border-transparent bg-bad-solid text-on-accent hover:bg-bad-solid-hover active:bg-bad-solid-hover',
};

const sizes: Record<ButtonSize, string> = {
  md: 'h-control gap-2 px-3 text-sm',
  sm: 'h-control-sm gap-1.5 px-2 text-xs',
};

const squareSizes: Record<ButtonSize, string> = { md: 'size-control', sm: 'size-control-sm' };

/** Returns the classes of a button, for buttons and for links that look like one. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize, iconOnly = false): string {
  return cx(
    'pressable inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    iconOnly ? squareSizes[size] : sizes[size],
  );
}
