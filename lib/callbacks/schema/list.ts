import type { ListCount, ListSpec } from '#lib/lists/model/query.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import { kindChoices, verdictChoices } from '../model/verdict.ts';

/** A row of the callbacks list: one content with all its deliveries. */
export type CallbackRow = {
  /** The id, which is derived from the bytes. For people who may not see all of them, a random reference. */
  readonly messageId: string;
  /** Identifies it in links that everyone can open. */
  readonly reference: string;
  /** Hash of the bytes in hexadecimal. Null if the person may not see all of them. */
  readonly sha256: string | null;
  readonly kind: string;
  readonly verdict: ShownVerdict;
  readonly firstReceivedAt: Instant;
  readonly lastReceivedAt: Instant;
  readonly deliveries: number;
  /** The first reason for its quarantine or conflict, without risk detail. */
  readonly reason: Flaw | null;
  readonly reasonCount: number;
  /** The ids that it reports. */
  readonly paymentId: string | null;
  /** There is such a record here. */
  readonly hasPayment: boolean;
  readonly clientPaymentId: string | null;
  /** Id of the deposit or the withdrawal. */
  readonly subjectId: string | null;
  readonly hasSubject: boolean;
  readonly clientWithdrawalId: string | null;
  readonly revision: number;
};

/** Number of filtered contents by verdict. */
export type CallbackVerdictCounts = {
  readonly verdicts: readonly (ListCount & { readonly verdict: ShownVerdict })[];
};

/** The filters of the list, by their name in the URL. */
export const callbackList = {
  name: 'callbacks',
  filters: {
    kind: { kind: 'choice', label: tCallbacks('filters.kind'), choices: kindChoices },
    verdict: { kind: 'choice', label: tCallbacks('filters.verdict'), choices: verdictChoices },
    deliveries: {
      kind: 'choice',
      label: tCallbacks('filters.deliveries'),
      choices: [
        { value: 'once', label: tCallbacks('filters.deliveredOnce') },
        { value: 'repeated', label: tCallbacks('filters.deliveredRepeatedly') },
      ],
    },
    payment: { kind: 'id', label: tCallbacks('filters.paymentId') },
    deposit: { kind: 'id', label: tCallbacks('filters.depositId') },
    withdrawal: { kind: 'id', label: tCallbacks('filters.withdrawalId') },
    receivedAt: { kind: 'days', label: tCallbacks('filters.firstReceived') },
    lastReceivedAt: { kind: 'days', label: tCallbacks('filters.lastReceived') },
  },
} as const satisfies ListSpec;
