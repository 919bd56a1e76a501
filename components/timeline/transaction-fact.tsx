'use client';

import { Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { transactionLink } from '#lib/values/links.ts';
import type { Provenance } from '#lib/values/provenance.ts';
import { SourcedValue } from './known.tsx';

/** The transaction of a deposit or withdrawal; `whole` shows each of its digits. */
export function TransactionFact({
  record: { provenance, transactionId },
  network,
  whole,
  unknown,
}: {
  record: { readonly provenance: Provenance; readonly transactionId: string | null };
  /** Null: not known. */
  network: string | null;
  whole: boolean;
  unknown?: string;
}) {
  return (
    <Fact label="Transaction" stacked={whole}>
      <SourcedValue provenance={provenance} field="transactionId" {...(unknown !== undefined && { unknown })}>
        {transactionId && (
          <Identifier
            whole={whole}
            value={transactionId}
            name="transaction hash"
            href={transactionLink(network ?? '', transactionId)}
          />
        )}
      </SourcedValue>
    </Fact>
  );
}
