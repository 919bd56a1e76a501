import type { ReactNode } from 'react';

/** A part of an overlay, or a function that receives `close` and returns it. */
export type OverlayContent = ReactNode | ((close: () => void) => ReactNode);

/** Renders a part of an overlay. */
export const renderOverlay = (content: OverlayContent, close: () => void): ReactNode =>
  typeof content === 'function' ? content(close) : content;
