import type { ReactNode } from 'react';

export type MenuItem = {
  /** Unique inside its menu. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown at the end: a key, a count. */
  readonly detail?: ReactNode;
  /** Marks the current choice. */
  readonly isChosen?: boolean;
  readonly danger?: boolean;
  readonly isDisabled?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
};

/** A group of items. Without a label a line separates it. */
type MenuSection = {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
};

/** Content and position of a Menu. */
export type MenuContent = {
  readonly label: string;
  readonly placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  readonly sections: readonly MenuSection[];
};
