import type { ReactNode } from 'react';
import { partsSeen } from './unseen.ts';

/** What can't be seen stands at odd places. */
const part = (text: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    text
  ) : (
    <span key={at} title="Invisible character" className="mx-px font-mono text-2xs text-muted">
      {text}
    </span>
  );

/**
 * A reference, id, address or tag as somebody else wrote it: in its own direction, which changes nothing around it, and with
 * what can't be seen as a muted number. What is copied from it is the whole text as it was told.
 */
export function ExternalText(text: string, whole = text): ReactNode {
  const parts = partsSeen(text);
  return <bdi data-whole={parts.length > 1 ? whole : undefined}>{parts.map(part)}</bdi>;
}
