import { Fragment } from 'react';
import { ExternalText } from '#components/ui/external-text.tsx';

/** Spaces that some languages write within a number, such as 1 234,50. */
const numberSpaces = /[\u00A0\u202F]/g;

/**
 * Shows a message for a customer on its lines, for an element that keeps line breaks. The reference may come from
 * outside, so other invisible characters appear as code points.
 */
export function MessageText({ text }: { text: string }) {
  const lines = text.replaceAll(numberSpaces, ' ').split('\n');
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
    <Fragment key={at}>
      {at > 0 && '\n'}
      {ExternalText(line)}
    </Fragment>
  ));
}
