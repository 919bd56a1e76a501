import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import type { FailingDelivery } from '#lib/callbacks/model/failing-deliveries.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { tConnection } from '#lib/messages/connection.ts';
import type { JobRunView, PartView } from '#lib/operations/schema.ts';
import type { ReadingPause } from '#lib/payments/sync/model.ts';
import type { RestoreView } from '#lib/restores/schema.ts';
import type { Money } from '#lib/values/amount.ts';
import type { AssumptionRow } from '#lib/values/assumptions/assumptions.ts';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

export const connectionForm = z.object({ businessId: businessIdInput });

export const acknowledgeConflictForm = z.object({
  businessId: businessIdInput,
  kind: z.enum(['payment', 'deposit', 'withdrawal']),
  id: z.string().refine(isUuid, { error: tConnection('acknowledge.errors.id') }),
  /** The fingerprint of the conflict that was shown. */
  fingerprint: z.string().regex(/^[\w+/=-]{0,64}$/, { error: tConnection('acknowledge.errors.fingerprint') }),
  note: z
    .string()
    .trim()
    .max(2_000, { error: tConnection('acknowledge.errors.noteLength') }),
});

/** The result of a check. It is `unknown` before the first check. */
export type CheckState = 'good' | 'attention' | 'bad' | 'unknown';

export type CheckView = {
  readonly key: string;
  readonly label: string;
  readonly state: CheckState;
  /** Plain text. It can contain a message of the service, unchanged. */
  readonly message: string;
  readonly at: Instant | null;
};

/** A key of CALLBACK_SECRETS by name, with the recent callbacks that used it. */
export type KeyView = {
  readonly name: string;
  /** Its index in CALLBACK_SECRETS. New addresses use index 0. Null when the key is no longer accepted. */
  readonly position: number | null;
  readonly deliveries: number;
  readonly lastAt: Instant | null;
};

/** An assumption with the latest observation about it. */
export type AssumptionView = AssumptionRow & {
  readonly observed: string | null;
  /** The check that tests it failed. */
  readonly isContradicted: boolean;
};

/** The number of assumptions by what is known about them. */
export type AssumptionCounts = {
  readonly all: number;
  readonly contradicted: number;
  readonly changed: number;
  readonly unchecked: number;
  readonly supported: number;
};

/** A value that the interface doesn't define, with the last record that had it. Without a record it is in a quarantined callback. */
export type UnknownNameView = {
  readonly field: string;
  readonly value: string;
  readonly lastSeenAt: Instant;
  readonly paymentId: PaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};

/** A deposit that a read shows as CONFIRMED and that no callback reported. Callbacks are sent for 24 hours (§6.1). */
export type MissedDeposit = {
  readonly depositId: DepositId;
  readonly paymentId: PaymentId;
  readonly receivedAt: Instant;
  /** When the service stops sending the callback. */
  readonly until: Instant;
};

/** A record with conflicting values from two sources. */
export type ConflictView = {
  readonly kind: 'payment' | 'deposit' | 'withdrawal';
  readonly id: string;
  readonly fields: readonly string[];
  readonly changedAt: Instant;
  /** Identifies the conflict. An acknowledgement holds only for this fingerprint. */
  readonly fingerprint: string;
  readonly acknowledged: boolean;
};

export type ConflictsView = {
  /** The first conflicts: those without an acknowledgement first, then by the latest change. */
  readonly records: readonly ConflictView[];
  /** The number of conflicts without an acknowledgement. */
  readonly unacknowledged: ListCount;
  /** The kinds of records that have more conflicts than are listed. */
  readonly kindsWithMore: readonly ConflictView['kind'][];
};

/** Payments are waiting, and no deposit callback arrives. */
export type SilenceView = {
  readonly waiting: number;
  /** When the last deposit callback arrived. Null when none has. */
  readonly lastAt: Instant | null;
  /** Estimated end of the deliveries. Null while payments are read, because reads show what is missing. */
  readonly until: Instant | null;
  readonly afterHours: number;
};

export type ConnectionView = {
  readonly serviceUrl: string;
  readonly isSandbox: boolean;
  /** The variables with an http address outside this machine. Null when http is not allowed there. */
  readonly httpVariables: readonly string[] | null;
  readonly checks: readonly CheckView[];
  /** Checks of this installation, as in `npm run doctor`. Null for everyone but owners. */
  readonly instanceChecks: readonly CheckView[] | null;
  /** A restored backup that waits for an owner. Null for everyone but owners. */
  readonly restore: RestoreView | null;
  /** Null for everyone but owners. */
  readonly assumptions: readonly AssumptionView[] | null;
  readonly assumptionCounts: AssumptionCounts;
  readonly unknownNames: readonly UnknownNameView[];
  /** First those whose callback the service still sends. */
  readonly missedDeposits: readonly MissedDeposit[];
  readonly hasMoreMissedDeposits: boolean;
  readonly conflicts: ConflictsView;
  readonly silence: SilenceView | null;
  /** Deliveries that are still refused. */
  readonly failing: readonly FailingDelivery[];
  /** Set while reads are paused because the service fails. */
  readonly readingPause: ReadingPause | null;
  /** The callback address without its secret part. */
  readonly callbackBase: string;
  /** Null for everyone but owners. */
  readonly keys: readonly KeyView[] | null;
};

/** A step from the sandbox to the real service. */
export type GoingLiveStep = {
  readonly key: 'service' | 'credentials' | 'record' | 'addresses' | 'payment' | 'callback' | 'credit';
  readonly state: CheckState;
  /** The observation. Plain text that can contain a message of the service. */
  readonly seen: string;
  readonly at: Instant | null;
  readonly paymentId: PaymentId | null;
  /** The amount that the service credited, in the settlement currency. */
  readonly credited: Money | null;
};

export type GoingLiveView = { readonly steps: readonly GoingLiveStep[] };

/** Waiting items of a business. */
export type StatusQueue = {
  readonly key:
    | 'callbacks-quarantined'
    | 'callbacks-to-fold'
    | 'payments-due'
    | 'batch-rows'
    | 'exports'
    | 'reprocessing'
    | 'reviews';
  readonly depth: number;
  /** True if counting stopped at `depth`. */
  readonly more: boolean;
  /** Since when the oldest item waits. Null if none waits, or if it isn't measured. */
  readonly oldestAt: Instant | null;
};

/** The state of the installation, for people who manage the connection. */
export type StatusView = {
  readonly checkedAt: Instant;
  readonly checks: readonly CheckView[];
  readonly parts: readonly PartView[];
  readonly jobs: readonly JobRunView[];
  readonly queues: readonly StatusQueue[];
};

/** The callback addresses with their secret. Anyone who has them can send callbacks. */
export type AddressesView = {
  readonly depositReceived: string;
  readonly withdrawal: string;
  readonly depositExchanged: string;
};
