import type { ReactNode } from 'react';

/** What all parts of an overlay may be given as. */
export type OverlayContent = ReactNode | ((close: () => void) => ReactNode);

export const renderOverlay = (content: OverlayContent, close: () => void): ReactNode =>
  typeof content === 'function' ? content(close) : content;
