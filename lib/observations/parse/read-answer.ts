import 'server-only';
import { tObservations } from '#lib/messages/callbacks.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { ReportedPayment } from '../model/reported-payment.ts';
import { readStoredAnswer } from '../model/reported-payment.ts';

/** An answer that is not stored: it is no JSON, names no payment, or belongs to another business or payment. */
export type RefusedAnswer = {
  readonly kind: 'refused';
  readonly reason: string;
  /** True if it is no JSON. */
  readonly isUnreadable: boolean;
  readonly flaws: readonly Flaw[];
};

type ParsedAnswer = {
  readonly kind: 'read';
  readonly statement: ReportedPayment;
  readonly paymentId: PaymentId;
};

/** Reads the bytes of a payment record or of a create answer, and checks which payment it belongs to. */
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
  /** The field of a read’s body that has the record. Omitted when the whole body is the record. */
  readonly field?: string | null;
}): ParsedAnswer | RefusedAnswer {
  const refuse = (reason: string, flaws: readonly Flaw[] = []): RefusedAnswer => ({
    kind: 'refused',
    reason,
    isUnreadable: false,
    flaws,
  });
  let statement: ReportedPayment;
  try {
    statement = readStoredAnswer(parseJsonBytes(body), source, field);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return { ...refuse(tObservations('refused.notJson', { problem: error.message })), isUnreadable: true };
    throw error;
  }
  if (statement.paymentId === null)
    return refuse(tObservations('refused.unreadablePaymentId'), statement.flaws);
  if (statement.businessId !== businessId)
    return refuse(tObservations('refused.otherBusiness'), statement.flaws);
  if (paymentId !== undefined && statement.paymentId !== paymentId)
    return refuse(tObservations('refused.otherPayment'), statement.flaws);
  return { kind: 'read', statement, paymentId: statement.paymentId };
}
