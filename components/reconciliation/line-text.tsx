'use client';

import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { LineView } from '#lib/reconciliation/schema.ts';

/** The text of a bank line, its reference, and the transaction of a wallet. */
export function LineText({ line }: { line: LineView }) {
  const { details, reference, transactionId, address, isRecorded, isLeftToPeople } = line;
  return (
    <div className="flex min-w-40 max-w-112 flex-col gap-0.5 whitespace-normal">
      <span className="line-clamp-3 break-words">
        {details === '' ? (
          <span className="text-faint">
            {isRecorded ? tReconciliation('items.recorded') : tReconciliation('items.noText')}
          </span>
        ) : (
          ExternalText(details)
        )}
      </span>
      {reference !== '' && (
        <span className="break-all font-mono text-muted text-xs">{ExternalText(reference)}</span>
      )}
      {transactionId !== '' && (
        <span>
          <Identifier value={transactionId} name={tReconciliation('file.field.transactionId')} />
        </span>
      )}
      {isLeftToPeople && <span className="text-muted text-xs">{tReconciliation('items.leftToPeople')}</span>}
      {address !== '' && (
        <span>
          <Identifier value={address} name={tReconciliation('file.field.address')} />
        </span>
      )}
    </div>
  );
}
