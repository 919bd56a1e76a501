import { cx } from './cx.ts';

/** `primary` is used once per view, `danger` for irreversible actions, `quiet` inside toolbars and rows. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** 32 px, or 26 px inside tables, chips and banners. */
export type ButtonSize = 'md' | 'sm';

const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
};

/** Returns the classes of a button, for buttons and for links that look like one. `app/controls.css` has their rules. */
export const buttonStyle = (variant: ButtonVariant, size: ButtonSize, iconOnly = false): string =>
  cx('button', variants[variant], size === 'sm' && 'small', iconOnly && 'square');
