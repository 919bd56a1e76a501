import type { ListAnnotations } from '#lib/annotations/model.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';
import type { FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { ReadingPause } from '../sync/model.ts';
import type { SettledSum } from './deposit-sums.ts';
import type { ExceptionWork } from './exception-work.ts';

/** Every stored field of a payment (§2.3, the create answer's paymentUrl, the callback's expirationTime). */
export const paymentFields = {
  paymentId: 'name',
  clientPaymentId: 'text',
  locale: 'text',
  status: 'text',
  rateType: 'text',
  type: 'text',
  url: 'text',
  paymentUrl: 'text',
  overpaymentPolicy: 'text',
  refundFollowUpDepositsForOneTimePayments: 'flag',
  processorType: 'text',
  walletAddress: 'text',
  destinationTag: 'text',
  displayCurrency: 'text',
  expectedDisplayAmount: 'amount',
  expectedDisplayDistributedUserServiceFee: 'amount',
  actualDisplayAmount: 'amount',
  actualDisplayDistributedUserServiceFee: 'amount',
  depositCurrency: 'text',
  expectedNetwork: 'text',
  expectedDepositAmount: 'amount',
  expectedDepositDistributedUserServiceFee: 'amount',
  actualDepositAmount: 'amount',
  actualDepositDistributedUserServiceFee: 'amount',
  expectedUniformAmount: 'amount',
  actualUniformAmount: 'amount',
  userServiceFeeDistributionPercentage: 'text',
  redirectUrl: 'text',
  redirectMode: 'text',
  expirationMinutes: 'count',
  initiatedBy: 'text',
  paymentInitiatedAt: 'seconds',
  paymentRequestedAt: 'seconds',
  expirationTime: 'seconds',
} as const satisfies FieldMap;

/** Fields that we derive from the payment and its deposits. */
const paymentDerivedFields = {
  recordSeen: 'fact',
  depositCount: 'total',
  confirmedDepositCount: 'total',
  coverage: 'text',
  late: 'flag',
  currencyMismatch: 'flag',
  refundStatuses: 'texts',
  depositStatuses: 'texts',
  sortAt: 'moment',
  firstObservedAt: 'moment',
  changedAt: 'moment',
  lastReadAt: 'instant',
  nextReadAt: 'instant',
  readFailures: 'total',
  lastReadError: 'text',
} as const satisfies FieldMap;

/** Fields of a list row. */
export const paymentRowFields = {
  paymentId: 'name',
  clientPaymentId: 'text',
  status: 'text',
  type: 'text',
  rateType: 'text',
  displayCurrency: 'text',
  expectedDisplayAmount: 'amount',
  actualDisplayAmount: 'amount',
  depositCurrency: 'text',
  expectedNetwork: 'text',
  expectedDepositAmount: 'amount',
  actualDepositAmount: 'amount',
  expirationMinutes: 'count',
  paymentInitiatedAt: 'seconds',
  paymentRequestedAt: 'seconds',
  expirationTime: 'seconds',
  recordSeen: 'fact',
  depositCount: 'total',
  confirmedDepositCount: 'total',
  coverage: 'text',
  late: 'flag',
  currencyMismatch: 'flag',
  refundStatuses: 'texts',
  depositStatuses: 'texts',
  sortAt: 'moment',
  changedAt: 'moment',
} as const satisfies FieldMap;

/** Assumed start of the expiry window; null when unknown. */
type ExpiryEstimate = { readonly expiryStart: UnixSeconds | null };

/** A list row with its notes and labels. */
export type PaymentRow = RecordFromFields<typeof paymentRowFields> &
  ExpiryEstimate &
  ListAnnotations & {
    readonly exceptionWork: ExceptionWork | null;
    /** Below or above expected, by no more than the tolerance of the business: no exception. */
    readonly withinTolerance: boolean;
    /** Sums of its confirmed deposits by settlement currency. Empty if no record reports them, or there are too many. */
    readonly settledSums: readonly SettledSum[];
  };

export const paymentDetailFields = { ...paymentFields, ...paymentDerivedFields } as const;

/** A whole payment with the source of each value. */
export type PaymentDetail = RecordFromFields<typeof paymentDetailFields> &
  ExpiryEstimate & {
    readonly provenance: Provenance;
    /** Below or above expected, by no more than the tolerance of the business: no exception. */
    readonly withinTolerance: boolean;
    /** Null when there is no work on it yet. */
    readonly exceptionWork: ExceptionWork | null;
    readonly conflicts: readonly Conflict[];
    /** Reading payments is set up. */
    readonly canBeRead: boolean;
    /** Set while reads are paused because the service fails. */
    readonly readingPause: ReadingPause | null;
  };
