import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { tTimeline } from '#lib/messages/timeline.ts';
import { findTransactionLink } from '#lib/values/links.ts';
import type { Provenance } from '#lib/values/provenance.ts';
import { ValueWithSource } from './value-with-source.tsx';

/** The transaction of a deposit or withdrawal. `whole` shows the complete hash. */
export function TransactionFact({
  record: { provenance, transactionId },
  network,
  whole,
  unknown,
}: {
  record: { readonly provenance: Provenance; readonly transactionId: string | null };
  /** Null where it is unknown. */
  network: string | null;
  whole: boolean;
  unknown?: string;
}) {
  return (
    <Fact label={tTimeline('transaction')} stacked={whole}>
      <ValueWithSource
        provenance={provenance}
        field="transactionId"
        {...(unknown !== undefined && { unknown })}
      >
        {transactionId && (
          <Identifier
            whole={whole}
            value={transactionId}
            name={tTimeline('transactionName')}
            href={findTransactionLink(network ?? '', transactionId)}
          />
        )}
      </ValueWithSource>
    </Fact>
  );
}
