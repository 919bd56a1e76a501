import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { RecordStatement } from '../model/record-statement.ts';
import { readStoredAnswer } from '../model/record-statement.ts';

/** Nothing is stored of it: it is no JSON, names no payment, or is another business's or another payment's. */
export type RefusedAnswer = {
  readonly kind: 'refused';
  readonly reason: string;
  /** It is no JSON at all. */
  readonly isUnreadable: boolean;
  readonly flaws: readonly Flaw[];
};

type ReadAnswer = { readonly kind: 'read'; readonly said: RecordStatement; readonly paymentId: PaymentId };

/** Reads the bytes of a payment record, or of the answer to creating one, and checks whose it is. */
export function readAnswer({
  body,
  source,
  businessId,
  paymentId,
  field = null,
}: {
  readonly body: Uint8Array;
  readonly source: 'create' | 'read' | 'import';
  readonly businessId: BusinessId;
  readonly paymentId?: PaymentId;
  /** Of a read: the field of the body that holds the record. Left out: the whole body is the record. */
  readonly field?: string | null;
}): ReadAnswer | RefusedAnswer {
  const refused = (reason: string, flaws: readonly Flaw[] = []): RefusedAnswer => ({
    kind: 'refused',
    reason,
    isUnreadable: false,
    flaws,
  });
  let said: RecordStatement;
  try {
    said = readStoredAnswer(parseJsonBytes(body), source, field);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return { ...refused(`The answer ${error.message}.`), isUnreadable: true };
    throw error;
  }
  if (said.paymentId === null) return refused('The record has no readable paymentId.', said.flaws);
  if (said.businessId !== businessId)
    return refused('The record is not of this business, or does not say of which it is.', said.flaws);
  if (paymentId !== undefined && said.paymentId !== paymentId)
    return refused('The record is of another payment than the one asked for.', said.flaws);
  return { kind: 'read', said, paymentId: said.paymentId };
}
