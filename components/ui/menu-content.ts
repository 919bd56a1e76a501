import type { ReactNode } from 'react';

export type MenuItem = {
  /** Unique inside its menu. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the right end: a key, a count. */
  readonly detail?: ReactNode;
  /** Marks the one in force. */
  readonly isChosen?: boolean;
  readonly danger?: boolean;
  readonly isDisabled?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
};

/** Items that belong together; without a label they are only set apart by a line. */
type MenuSection = {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
};

/** What a Menu shows, and where. */
export type MenuContent = {
  readonly label: string;
  readonly placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  readonly sections: readonly MenuSection[];
};
