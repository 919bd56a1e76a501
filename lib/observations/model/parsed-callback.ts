import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { ParsedJson } from '#lib/values/json.ts';
import { JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { DepositReport, WithdrawalReport } from './callback-report.ts';
import { readDepositCallback, readWithdrawalCallback } from './callback-report.ts';
import type { QuarantineOverride } from './quarantine-override.ts';

/** The last part of a callback address (§6). */
const callbackKinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'] as const;
export type CallbackKind = (typeof callbackKinds)[number];

/** Returns whether a text is a kind of callback. */
export const isCallbackKind = (text: string): text is CallbackKind =>
  callbackKinds.some((kind) => kind === text);

type CallbackSubject = {
  readonly reasons: readonly Flaw[];
  /** The deposit or withdrawal that it reports, if that is readable. */
  readonly subjectId: DepositId | WithdrawalId | null;
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
};

/** A callback parsed without the database. `doubtful` callbacks are quarantined. `raw` ones have no known format. */
export type ParsedCallback =
  | (CallbackSubject & {
      readonly kind: 'deposit';
      readonly paymentId: PaymentId;
      readonly depositId: DepositId;
      readonly stated: NonNullable<DepositReport['stated']>;
    })
  | (CallbackSubject & {
      readonly kind: 'withdrawal';
      readonly withdrawalId: WithdrawalId;
      readonly stated: NonNullable<WithdrawalReport['stated']>;
    })
  | (CallbackSubject & { readonly kind: 'doubtful'; readonly unreadable: boolean })
  | (CallbackSubject & { readonly kind: 'raw' });

const noSubject = { subjectId: null, paymentId: null, clientPaymentId: null } as const;

/** Parses the bytes of a callback. It never throws for what it received. */
export function readCallback(input: {
  readonly kind: CallbackKind;
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  /** Flaws that a person accepted. */
  readonly accepted?: readonly QuarantineOverride[];
  /** Assumptions about its undefined fields. */
  readonly meaning?: CallbackMeaning;
}): ParsedCallback {
  // The interface doesn’t define this payload (§6.3).
  if (input.kind === 'deposit-exchanged') return { ...noSubject, kind: 'raw', reasons: [] };
  const parsed = parse(input.body);
  if (parsed instanceof JsonSyntaxError)
    return {
      ...noSubject,
      kind: 'doubtful',
      unreadable: true,
      reasons: [{ path: '', problem: `is not JSON: it ${parsed.message}` }],
    };
  const { businessId, accepted = [], meaning } = input;
  return input.kind === 'withdrawal'
    ? readWithdrawal(parsed, businessId, accepted)
    : readDeposit(parsed, accepted, meaning);
}

function readDeposit(
  parsed: ParsedJson,
  accepted: readonly QuarantineOverride[],
  meaning: CallbackMeaning | undefined,
): ParsedCallback {
  const { paymentId, clientPaymentId, depositId, stated, reasons } = readDepositCallback(
    parsed,
    accepted,
    meaning,
  );
  const subject = { reasons, subjectId: depositId, paymentId, clientPaymentId };
  if (stated === null || paymentId === null || depositId === null)
    return { ...subject, kind: 'doubtful', unreadable: false };
  return { ...subject, kind: 'deposit', paymentId, depositId, stated };
}

function readWithdrawal(
  parsed: ParsedJson,
  businessId: BusinessId,
  accepted: readonly QuarantineOverride[],
): ParsedCallback {
  const { withdrawalId, stated, reasons } = readWithdrawalCallback(parsed, businessId, accepted);
  const subject = { ...noSubject, reasons, subjectId: withdrawalId };
  if (stated === null || withdrawalId === null) return { ...subject, kind: 'doubtful', unreadable: false };
  return { ...subject, kind: 'withdrawal', withdrawalId, stated };
}

function parse(body: Uint8Array): ParsedJson | JsonSyntaxError {
  try {
    return parseJsonBytes(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}
