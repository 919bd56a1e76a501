'use client';

import { useState } from 'react';
import type { DraftState } from '#components/drafts/use-draft.ts';
import { useDraft } from '#components/drafts/use-draft.ts';
import type { ColumnChoice } from '#lib/payment-batches/model/column-choice.ts';
import { readColumnChoice, writeColumnChoice } from '#lib/payment-batches/model/column-choice.ts';
import { batchFields } from '#lib/payment-batches/model/fields.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';

type Check = Pick<BatchView, 'encoding' | 'separator' | 'decimalSign' | 'headers' | 'mapping' | 'defaults'>;

/** Returns true when both checks read the file with the same choices. */
export const isSameCheck = (left: Check, right: Check): boolean => readChoices(left) === readChoices(right);
const readChoices = ({ encoding, separator, decimalSign, headers, mapping, defaults }: Check): string =>
  JSON.stringify([
    encoding,
    separator,
    decimalSign,
    headers,
    mapping,
    batchFields.map((field) => defaults[field] ?? ''),
  ]);

const toChoice = ({ encoding, separator, decimalSign, mapping, defaults }: BatchView): ColumnChoice => ({
  encoding,
  separator,
  decimalSign,
  mapping,
  defaults,
});

/** The draft of a choice that equals the last check. */
const unchanged = { changes: '' };

/**
 * Returns how the file will be read, as chosen here. The server keeps a choice that is not checked yet. The choices of
 * another check, such as a colleague’s, replace it. `onReplaced` runs then.
 */
export function useColumnChoice(
  batch: BatchView,
  onReplaced: () => void,
): {
  readonly choice: ColumnChoice;
  readonly setChoice: (choice: ColumnChoice) => void;
  readonly draft: DraftState;
} {
  const [choice, setChoice] = useState<ColumnChoice>(() => toChoice(batch));
  const [shown, setShown] = useState(batch);
  // Otherwise the next check would undo a colleague’s, unseen. A key would also take the focus from the button.
  if (!isSameCheck(shown, batch)) {
    setShown(batch);
    setChoice(toChoice(batch));
    onReplaced();
  }
  const draft = useDraft({
    businessId: batch.businessId,
    form: 'column-choice',
    subject: batch.batchId,
    values: { changes: writeColumnChoice(batch, choice) },
    initial: unchanged,
    fill: ({ changes = '' }) => setChoice(readColumnChoice(batch, changes)),
  });
  return { choice, setChoice, draft };
}
