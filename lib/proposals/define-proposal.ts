import 'server-only';
import type * as z from 'zod';
import type { AnswerOutcome, Permission } from '#lib/access/index.ts';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';

/**
 * Kinds of settings. Their values are in one table, whose trigger refuses to weaken one that protects without a proposal of
 * two people. One person changes the others.
 */
export const settingNames = [
  'creation-limit',
  'retention',
  'required-roles',
  'review-desk',
  'opening-position',
  'callback-basis',
  'accounting',
  'reconciliation',
  'token-lifetime',
  'review-categories',
  'review-template',
  'customer-text',
  'batch-columns',
] as const;

/** A proposal that waits, locked until the transaction ends. */
export type LockedProposal<Change> = {
  readonly businessId: BusinessId;
  readonly proposalId: string;
  readonly subject: string;
  readonly before: Change | null;
  readonly after: Change;
  readonly reason: string;
  readonly proposedBy: PersonId;
  /** The API token of the program that proposed it in the name of this person, or null. */
  readonly tokenId: string | null;
  /** Approved, but not used yet. */
  readonly isApproved: boolean;
  /** The value has changed since the proposal. */
  readonly isOutdated: boolean;
};

/** A proposal with its answer. */
export type AnsweredProposal<Change> = LockedProposal<Change> &
  AnswerOutcome & { readonly answer: ProposalAnswer };

/** A kind of change that takes two people. */
export type ProposalKind<Change> = {
  /** The name of the kind in the database, whose triggers have the same roles. */
  readonly name:
    | (typeof settingNames)[number]
    | 'payment'
    | 'hold-lift'
    | 'review-rule'
    | 'reopening'
    | 'period-close'
    | 'period-reopening'
    | 'auditor-risk'
    | 'api-token'
    | 'review-endpoint';
  /** The stored form of a change. */
  readonly change: z.ZodType<Change>;
  /** The permission to propose, which the proposer must still have at the approval. */
  readonly proposer: Permission;
  /** The permission to approve and to decline. */
  readonly approver: Permission;
  readonly declineTakesReason?: boolean;
  /** Returns true once an approval was used. Until then its proposer can withdraw it. Without it, an approval is final. */
  readonly isUsed?: (
    transaction: Transaction,
    proposal: Pick<LockedProposal<Change>, 'businessId' | 'subject' | 'after'>,
  ) => Promise<boolean>;
  readonly problems: {
    /** Another proposal for the same subject waits. */
    readonly pending: string;
    /** The proposal was answered already. */
    readonly gone: string;
    /** The setting has changed since the proposal. */
    readonly changed?: string;
    /** The proposer no longer has the permission. There is a text for every kind. */
    readonly lostAccess?: string;
  };
};

/** A kind of change that has a value. */
export type SettingKind<Change> = Pick<ProposalKind<Change>, 'name' | 'change'>;

/** A kind of change with what an answer does. */
export type AnsweredKind<Change> = ProposalKind<Change> & {
  /** Longest transaction of an answer, where it stores very many rows. */
  readonly timeoutMs?: number;
  /** The audit entry of an answer. */
  readonly describe: (proposal: AnsweredProposal<Change>) => {
    readonly action: string;
    readonly objectType: string;
    readonly objectId: string;
    readonly before?: unknown;
    readonly after: unknown;
  };
  /** Does what follows an answer, in its transaction. An approved setting is stored already. */
  readonly onAnswer?: (
    transaction: Transaction,
    context: Context<PersonActor>,
    proposal: AnsweredProposal<Change>,
  ) => Promise<void>;
};
