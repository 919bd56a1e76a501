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

export const isCallbackKind = (text: string): text is CallbackKind =>
  callbackKinds.some((kind) => kind === text);

type About = {
  readonly reasons: readonly Flaw[];
  /** The deposit or withdrawal it is about, where that can be read. */
  readonly subjectId: DepositId | WithdrawalId | null;
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
};

/** A callback's bytes, read without the database. `doubtful`: for quarantine. `raw`: nothing is to be read in it. */
export type ParsedCallback =
  | (About & {
      readonly kind: 'deposit';
      readonly paymentId: PaymentId;
      readonly depositId: DepositId;
      readonly stated: NonNullable<DepositReport['stated']>;
    })
  | (About & {
      readonly kind: 'withdrawal';
      readonly withdrawalId: WithdrawalId;
      readonly stated: NonNullable<WithdrawalReport['stated']>;
    })
  | (About & { readonly kind: 'doubtful'; readonly unreadable: boolean })
  | (About & { readonly kind: 'raw' });

const nothing = { subjectId: null, paymentId: null, clientPaymentId: null } as const;

export function readCallback(given: {
  readonly kind: CallbackKind;
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  /** What a person accepted of it. */
  readonly accepted?: readonly QuarantineOverride[];
  /** What its open fields are assumed to mean. */
  readonly meaning?: CallbackMeaning;
}): ParsedCallback {
  // §6.3: its payload is not shown.
  if (given.kind === 'deposit-exchanged') return { ...nothing, kind: 'raw', reasons: [] };
  const parsed = parse(given.body);
  if (parsed instanceof JsonSyntaxError)
    return {
      ...nothing,
      kind: 'doubtful',
      unreadable: true,
      reasons: [{ path: '', problem: `is not JSON: it ${parsed.message}` }],
    };
  const { businessId, accepted = [], meaning } = given;
  return given.kind === 'withdrawal'
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
  const about = { reasons, subjectId: depositId, paymentId, clientPaymentId };
  if (stated === null || paymentId === null || depositId === null)
    return { ...about, kind: 'doubtful', unreadable: false };
  return { ...about, kind: 'deposit', paymentId, depositId, stated };
}

function readWithdrawal(
  parsed: ParsedJson,
  businessId: BusinessId,
  accepted: readonly QuarantineOverride[],
): ParsedCallback {
  const { withdrawalId, stated, reasons } = readWithdrawalCallback(parsed, businessId, accepted);
  const about = { ...nothing, reasons, subjectId: withdrawalId };
  if (stated === null || withdrawalId === null) return { ...about, kind: 'doubtful', unreadable: false };
  return { ...about, kind: 'withdrawal', withdrawalId, stated };
}

function parse(body: Uint8Array): ParsedJson | JsonSyntaxError {
  try {
    return parseJsonBytes(body);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}
