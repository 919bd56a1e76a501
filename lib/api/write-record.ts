import 'server-only';
import * as z from 'zod';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { exceptionKinds, exceptionStates } from '#lib/exceptions/model.ts';
import { tApi } from '#lib/messages/api.ts';
import { storedDifference } from '#lib/observations/model/read-differences.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { intentStates } from '#lib/payments/create/schema/intent.ts';
import { mismatchKinds } from '#lib/payments/model-mismatch.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import { apiAmount, apiSignedAmount, apiTime, writeTime, writeTimeOrNull } from './model-record.ts';

/** Records that programs both read and write: the schema of each in the API, and its JSON. */

export const exception = z
  .object({
    kind: z.enum(exceptionKinds),
    id: z.string(),
    clientPaymentId: z.string().nullable(),
    reasons: z.array(z.enum(exceptionStates)),
    mismatches: z.array(z.enum(mismatchKinds)),
    differences: z
      .array(storedDifference.extend({ at: apiTime }))
      .meta({ description: tApi('field.differences') }),
    currency: z.string().nullable(),
    expected: apiAmount.nullable(),
    actual: apiAmount.nullable(),
    actualCurrency: z.string().nullable(),
    difference: apiSignedAmount.nullable(),
    at: apiTime,
    assignee: z.string().nullable(),
    note: z.string(),
    resolvedAt: apiTime.nullable(),
    resolvedBy: z.string().nullable(),
    resolutionReason: z.enum(resolutionReasons).nullable(),
    changedAt: apiTime,
  })
  .meta({ id: 'Exception' });

export const writeException = ({
  subjectId,
  states,
  owner,
  at,
  resolvedAt,
  changedAt,
  differences,
  version: _version,
  ...row
}: ExceptionRow) => ({
  ...row,
  id: subjectId,
  reasons: states,
  assignee: owner?.name ?? null,
  at: writeTime(at),
  resolvedAt: writeTimeOrNull(resolvedAt),
  changedAt: writeTime(changedAt),
  differences: differences.map((one) => ({ ...one, at: writeTime(Date.parse(one.at)) })),
});

export const paymentRequest = z
  .object({
    paymentRequestId: z.string(),
    clientPaymentId: z.string(),
    state: z.enum(intentStates),
    paymentId: z.string().nullable(),
    paymentUrl: z.string().nullable(),
    createdAt: apiTime,
    changedAt: apiTime,
    error: z.object({ code: z.string(), message: z.string(), httpStatus: z.int().nullable() }).nullable(),
  })
  .meta({ id: 'PaymentRequest' });

export const writePaymentRequest = (intent: IntentView) => ({
  paymentRequestId: intent.intentId,
  clientPaymentId: intent.clientPaymentId,
  state: intent.state,
  paymentId: intent.paymentId,
  paymentUrl: intent.paymentUrl,
  createdAt: writeTime(intent.createdAt),
  changedAt: writeTime(intent.changedAt),
  error: intent.error,
});
