import type { ListCount, ListSpec } from '#lib/lists/model/query.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import { kindChoices, verdictChoices } from '../model/verdict.ts';

/** One content that was received, however often. */
export type CallbackRow = {
  /** The id, which is made from the bytes; a random reference for a person who may not see all of them. */
  readonly messageId: string;
  /** Names it in links, which everybody can open. */
  readonly reference: string;
  /** Of the bytes, in hexadecimal digits. Null where the person may not see all of them. */
  readonly sha256: string | null;
  readonly kind: string;
  readonly verdict: ShownVerdict;
  readonly firstReceivedAt: Instant;
  readonly lastReceivedAt: Instant;
  readonly deliveries: number;
  /** The first reason why it waits or what it contradicts, without risk detail; and how many there are. */
  readonly reason: Flaw | null;
  readonly reasonCount: number;
  /** What it says it is about. `known`: there is such a record here. */
  readonly paymentId: string | null;
  readonly paymentKnown: boolean;
  readonly clientPaymentId: string | null;
  /** The deposit or the withdrawal. */
  readonly subjectId: string | null;
  readonly subjectKnown: boolean;
  readonly clientWithdrawalId: string | null;
  readonly revision: number;
};

/** How many contents of those that are filtered for have each verdict. */
export type VerdictTally = {
  readonly verdicts: readonly (ListCount & { readonly verdict: ShownVerdict })[];
};

/** The filters of the log, by their name in the address. */
export const callbackList = {
  name: 'callbacks',
  filters: {
    kind: { kind: 'choice', label: 'Kind', choices: kindChoices },
    verdict: { kind: 'choice', label: 'Verdict', choices: verdictChoices },
    deliveries: {
      kind: 'choice',
      label: 'Deliveries',
      choices: [
        { value: 'once', label: 'Delivered once' },
        { value: 'repeated', label: 'Delivered again' },
      ],
    },
    payment: { kind: 'id', label: 'Payment ID' },
    deposit: { kind: 'id', label: 'Deposit ID' },
    withdrawal: { kind: 'id', label: 'Withdrawal ID' },
    receivedAt: { kind: 'days', label: 'First received' },
    lastReceivedAt: { kind: 'days', label: 'Last received' },
  },
} as const satisfies ListSpec;
