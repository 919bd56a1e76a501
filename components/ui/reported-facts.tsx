import type { ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { DescriptionList } from './description-list.tsx';
import { Disclosure } from './disclosure.tsx';

/** A fact that may have no value. */
export type FactLine = {
  readonly label: string;
  readonly isReported: boolean;
  /** A `Fact`. */
  readonly fact: ReactNode;
};

/** Lists facts. `collapse` replaces those without a value by one line with their number. */
export function ReportedFacts({
  lines,
  wide = false,
  collapse = false,
}: {
  lines: readonly FactLine[];
  wide?: boolean;
  collapse?: boolean;
}) {
  const shown = collapse ? lines.filter(({ isReported }) => isReported) : lines;
  return (
    <>
      <DescriptionList wide={wide}>{shown.map(({ fact }) => fact)}</DescriptionList>
      {shown.length < lines.length && (
        <UnreportedFields labels={lines.filter(({ isReported }) => !isReported).map(({ label }) => label)} />
      )}
    </>
  );
}

/** Says how many fields have no value, and names them on request. */
export function UnreportedFields({ labels }: { labels: readonly string[] }) {
  return (
    <Disclosure
      title={
        <span className="font-normal text-muted">
          {tControls('fieldsNotReported', { count: labels.length })}
        </span>
      }
    >
      <p className="text-muted text-sm">{labels.join(' · ')}</p>
    </Disclosure>
  );
}
