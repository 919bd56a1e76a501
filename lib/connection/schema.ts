import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import type { FailingDelivery } from '#lib/callbacks/model/failing.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { ReadingPause } from '#lib/payments/sync/model.ts';
import type { AssumptionRow } from '#lib/values/assumptions/assumptions.ts';
import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

export const connectionForm = z.object({ businessId: businessIdInput });

export const acknowledgeContradictionForm = z.object({
  businessId: businessIdInput,
  kind: z.enum(['payment', 'deposit', 'withdrawal']),
  id: z.string().refine(isUuid, 'must be a UUID'),
  /** The digest of what was shown. */
  said: z.string().regex(/^[\w+/=-]{0,64}$/, 'is not what was shown'),
  note: z
    .string()
    .trim()
    .max(2_000, 'Use at most 2,000 characters')
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'Remove the signs that can’t be kept: NUL, or half of a character',
    ),
});

/** How something of the connection stands. `unknown`: nobody has looked yet. */
export type CheckState = 'good' | 'attention' | 'bad' | 'unknown';

export type CheckView = {
  readonly key: string;
  readonly label: string;
  readonly state: CheckState;
  /** Plain text; the service's own words are in it as they came. */
  readonly said: string;
  readonly at: Instant | null;
};

/** A key of CALLBACK_SECRETS by name, and what came under it lately. */
export type KeyView = {
  readonly name: string;
  /** The newest is what new addresses are made under. Null: it is none of those in force. */
  readonly place: number | null;
  readonly deliveries: number;
  readonly lastAt: Instant | null;
};

/** An assumption with what was observed of it, where anything was. */
export type AssumptionView = AssumptionRow & { readonly observed: string | null };

/** A name that came and that the interface does not have; of what it was told last. Of nothing: it waits in quarantine. */
export type UnknownNameView = {
  readonly field: string;
  readonly value: string;
  readonly lastSeenAt: Instant;
  readonly paymentId: PaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};

/** A deposit that a read shows as CONFIRMED and of which no callback came. §6.1: it is sent for 24 hours. */
export type UnheardDeposit = {
  readonly depositId: DepositId;
  readonly paymentId: PaymentId;
  readonly receivedAt: Instant;
  /** When the service stops to send it. */
  readonly until: Instant;
};

/** A record of which two things were told that can't both be right. */
export type ContradictionView = {
  readonly kind: 'payment' | 'deposit' | 'withdrawal';
  readonly id: string;
  readonly fields: readonly string[];
  readonly changedAt: Instant;
  /** Names what contradicts what: whoever acknowledges it means just this. */
  readonly said: string;
  readonly acknowledged: boolean;
};

export type ContradictionsView = {
  /** Some of them: first what nobody has acknowledged, the latest change first. */
  readonly records: readonly ContradictionView[];
  /** How many nobody has acknowledged. */
  readonly unseen: ListCount;
  /** Of what kinds there are others. */
  readonly more: readonly ContradictionView['kind'][];
};

/** Payments wait and no deposit callback comes. */
export type SilenceView = {
  readonly waiting: number;
  /** Null: none ever came. */
  readonly lastAt: Instant | null;
  /** Inferred, and only where no read tells what is missing. */
  readonly until: Instant | null;
  readonly afterHours: number;
};

export type ConnectionView = {
  readonly serviceUrl: string;
  readonly isSandbox: boolean;
  /** The variables whose address is http outside this machine. Null: http is not allowed there. */
  readonly httpVariables: readonly string[] | null;
  readonly checks: readonly CheckView[];
  readonly assumptions: readonly AssumptionView[];
  readonly unknownNames: readonly UnknownNameView[];
  /** Those that the service still tries to tell of first. */
  readonly unheard: readonly UnheardDeposit[];
  /** There are more than these. */
  readonly moreUnheard: boolean;
  readonly contradictions: ContradictionsView;
  readonly silence: SilenceView | null;
  /** Deliveries that are refused to this day. */
  readonly failing: readonly FailingDelivery[];
  /** Set while no payment is read, because the service as a whole fails. */
  readonly readingPause: ReadingPause | null;
  /** Where callbacks come to, without the secret part. */
  readonly callbackBase: string;
  /** For owners alone; null for others. */
  readonly keys: readonly KeyView[] | null;
};

/** The addresses with their secret: whoever has them can send callbacks. */
export type AddressesView = {
  readonly depositReceived: string;
  readonly withdrawal: string;
  readonly depositExchanged: string;
};
