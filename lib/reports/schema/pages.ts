import type { Annotations } from '#lib/annotations/model.ts';
import type { TokenProposal } from '#lib/api-tokens/schema.ts';
import type { LimitsView, WaitingPayment } from '#lib/creation-limits/schema.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import type { ReviewEndpointProposal } from '#lib/events/schema.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import type { PaymentCreator } from '#lib/payments/create/schema/creator.ts';
import type { RelatedPayments } from '#lib/payments/create/schema/details.ts';
import type { PaymentDetail, PaymentRow } from '#lib/payments/schema/fields.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { LiftProposal, RetentionProposal } from '#lib/retention/schema.ts';
import type { DeskProposals } from '#lib/reviews/rules/schema/waiting.ts';
import type { StatementProposal } from '#lib/statements/schema.ts';
import type { AuditorRiskProposal, DeputyTerm } from '#lib/team/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { WithdrawalDetail } from '#lib/withdrawals/schema.ts';
import type { LinkedRecords } from './linked-records.ts';
import type { OverviewView } from './overview.ts';
import type { TimelinePage } from './timeline.ts';

/** Proposals to change settings. */
export type SettingsProposals = {
  readonly limits: LimitsView;
  readonly retention: readonly RetentionProposal[];
  readonly fewerRoles: FewerRolesProposal | null;
  /** API tokens that write, for owners. */
  readonly tokens: readonly TokenProposal[];
  /** A longer life of new tokens, or null. */
  readonly tokenLifetime: ProposalView<number> | null;
};

/** Proposals that need risk detail, for compliance and owners. */
export type RiskProposals = DeskProposals & {
  readonly lifts: readonly LiftProposal[];
  readonly auditors: readonly AuditorRiskProposal[];
  readonly endpoints: readonly ReviewEndpointProposal[];
  /** The review cases whose decision waits for a second person. `more`: there are more than were counted. */
  readonly cases: { readonly count: number; readonly more: boolean };
};

export type ApprovalsPageView = {
  readonly payments: readonly WaitingPayment[];
  /** Null for people who answer proposals for payments only. */
  readonly settings: SettingsProposals | null;
  /** Null for people without risk detail. */
  readonly desk: RiskProposals | null;
  /** Proposals about statements and closed periods. They are answered where their figures are shown. */
  readonly statements: readonly StatementProposal[];
  /** For whom the person is the deputy now. Null for anyone else. */
  readonly deputyFor: DeputyTerm | null;
};

export type OverviewPageView = {
  readonly overview: OverviewView;
  /** The payments initiated last. */
  readonly recent: readonly PaymentRow[];
};

export type PaymentPageView = {
  readonly payment: PaymentDetail;
  /** The person who created it here. Null when it was created elsewhere. */
  readonly creator: PaymentCreator | null;
  readonly related: RelatedPayments;
  readonly deposits: readonly DepositDetail[];
  /** When risk detail last changed. Null for a role that may not read it. */
  readonly riskChangedAt: Instant | null;
  readonly timeline: TimelinePage;
  readonly annotations: Annotations;
  readonly linkedRecords: LinkedRecords;
};

export type DepositPageView = {
  readonly deposit: DepositDetail;
  /** When risk detail last changed. Null for a role that may not read it. */
  readonly riskChangedAt: Instant | null;
  readonly timeline: TimelinePage;
  readonly annotations: Annotations;
  readonly linkedRecords: LinkedRecords;
};

export type WithdrawalPageView = {
  readonly withdrawal: WithdrawalDetail;
  /** When risk detail last changed. Null for a role that may not read it. */
  readonly riskChangedAt: Instant | null;
  readonly timeline: TimelinePage;
  readonly annotations: Annotations;
  readonly linkedRecords: LinkedRecords;
};
