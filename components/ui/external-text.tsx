import type { ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { splitAtInvisible } from './invisible-characters.ts';

/** Renders one part. Parts at odd indexes are code points of invisible characters. */
const renderPart = (text: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    text
  ) : (
    <span
      key={at}
      aria-description={tControls('invisibleCharacter')}
      className="mx-px font-mono text-2xs text-muted"
    >
      {text}
    </span>
  );

/**
 * Shows a reference, id, address or tag that comes from outside. Its writing direction does not affect the text around
 * it, and invisible characters appear as muted code points. Copying it gives the original text.
 */
export function ExternalText(text: string, whole = text): ReactNode {
  const parts = splitAtInvisible(text);
  return <bdi data-whole={parts.length > 1 ? whole : undefined}>{parts.map(renderPart)}</bdi>;
}
