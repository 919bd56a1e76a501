import type { ComponentType } from 'react';

/** The props of a drawer's content. */
export type PreviewProps = {
  readonly businessId: string;
  readonly id: string;
  /** Opens the next row. After the last one it closes the drawer. The drawer always provides it. */
  readonly onNext?: () => void;
};

/**
 * The drawer of a list: the name of a row's kind, and its compact view, whose code is loaded when it first opens.
 */
export type ListPreview = {
  readonly noun: string;
  /** The path of a row's page before its id: `payments`. Null where the path depends on the row. */
  readonly path: string | null;
  readonly Preview: ComponentType<PreviewProps>;
  /**
   * True for content with two parts side by side. Wide screens give it most of the space beside the rows, which keep only
   * some of their columns.
   */
  readonly wide?: boolean;
};
