import * as z from 'zod';
import type { MemberFactor } from '#lib/factors/model.ts';
import { tTeamAuditors, tTeamDeputies } from '#lib/messages/team.ts';
import { emailAddress, newPassword, personName } from '#lib/people/schema.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { AssignableRole, Role } from '#lib/values/roles.ts';
import { assignableRoles } from '#lib/values/roles.ts';
import type { DutyConflict } from './model.ts';

const businessId = z.string();

/** A role, and for an auditor the last day of the access in the time zone of the business, as `2026-12-31`. */
const roleFields = { role: z.enum(assignableRoles), lastDay: z.string().optional() };
type RoleFields = { readonly role: AssignableRole; readonly lastDay?: string | undefined };

/** An auditor has a last day, other roles have none. Drops what was typed for another role. */
function requireLastDay({ role, lastDay }: RoleFields, context: z.RefinementCtx): void {
  if (role === 'auditor' && !z.iso.date().safeParse(lastDay).success)
    context.addIssue({ code: 'custom', path: ['lastDay'], message: tTeamAuditors('lastDayMissing') });
}

/** How an invitation reaches the person: by mail, or as a link that the inviter passes on. */
export const deliveries = ['mail', 'link'] as const;
export type Delivery = (typeof deliveries)[number];

export const inviteForm = z
  .object({ businessId, email: emailAddress, ...roleFields, delivery: z.enum(deliveries) })
  .superRefine(requireLastDay);

export const resendForm = z.object({ businessId, invitationId: z.uuid(), delivery: z.enum(deliveries) });
export const revokeForm = z.object({ businessId, invitationId: z.uuid() });

export const memberForm = z.object({ businessId, personId: z.uuid() });
export const changeRoleForm = memberForm.extend(roleFields).superRefine(requireLastDay);
/** `role` is the role of the former owner afterwards. */
export const transferForm = memberForm.extend({
  role: z.enum(assignableRoles).exclude(['owner', 'auditor']),
});

export const proposeAuditorRiskForm = memberForm.extend({ reason: reasonText(1_000) });

/** A deputy for `personId`, from the first to the last day in the time zone of the business. */
export const nameDeputyForm = memberForm.extend({
  deputyId: z.uuid(tTeamDeputies('problem.person')),
  firstDay: z.iso.date(tTeamDeputies('problem.days')),
  lastDay: z.iso.date(tTeamDeputies('problem.days')),
});

export const acceptForm = z.object({ token: z.string() });
/** `email` is used by the set-up link only. An invitation has its own address. */
export const joinForm = z.object({
  token: z.string(),
  name: personName,
  password: newPassword,
  email: emailAddress.optional(),
});
export const resetForm = z.object({ token: z.string(), password: newPassword });

export type DeputyCandidate = { readonly personId: string; readonly name: string };

/** The other person of a deputy and an approver, and the time. */
export type DeputyTerm = {
  readonly name: string;
  readonly from: Instant;
  readonly until: Instant;
};

/** A person of the business, as the Team page shows them. */
export type Member = {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When the access of an auditor ends. Null for other roles. */
  readonly endsAt: Instant | null;
  /** The deputy who approves for this person, now or later. */
  readonly deputy: DeputyTerm | null;
  /** The person for whom this one is or will be the deputy. */
  readonly deputyFor: DeputyTerm | null;
  readonly joinedAt: Instant;
  /** The last activity in any business, or null. */
  readonly lastSeenAt: Instant | null;
  /** Open sessions on all devices. */
  readonly sessions: number;
  /** `account`: an operator disabled the account, for every business. */
  readonly disabled: 'no' | 'here' | 'account';
  /** True once the access of an auditor has ended. */
  readonly hasEnded: boolean;
  /** The second factor, as the role at this business needs it. */
  readonly factor: MemberFactor;
  /** False for a person who joined by a copied link until the address is verified. */
  readonly isAddressVerified: boolean;
  /** The last person who gave access in the last 72 hours, by name, or null. */
  readonly recentAccess: { readonly from: 'person' | 'operator' | 'provider'; readonly giver: string } | null;
  readonly isMe: boolean;
  /** True for the only owner with access. This person can't be demoted, disabled or removed. */
  readonly isLastOwner: boolean;
  /** False where another business, which the signed-in owner doesn't own, also relies on the account. */
  readonly mayReset: boolean;
};

/** The delivery state of a mailed invitation, and the reason of the last failure. */
type InvitationMailState = {
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped';
  readonly reason: string | null;
};

/** An invitation that waits for the person, or has expired. */
export type OpenInvitation = {
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  /** When the access of an auditor ends. Null for other roles. */
  readonly endsAt: Instant | null;
  /** The inviter's name, or null for an operator. */
  readonly invitedBy: string | null;
  readonly sentAt: Instant;
  readonly expiresAt: Instant;
  /** Also true if the inviter is no longer an owner with access. */
  readonly isExpired: boolean;
  readonly delivery: Delivery;
  /** Null for a copied link. */
  readonly mail: InvitationMailState | null;
};

/** A page of a longer list. Pages are counted from 1. */
export type CountedPage<Row> = {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
};

/** The members with access who hold two duties that separate people should have. */
export type DutyHolders = {
  readonly conflict: DutyConflict;
  /** The first names. */
  readonly names: readonly string[];
  readonly total: number;
};

/** A proposal that an auditor gets risk detail, by the ID of the person. */
export type AuditorRiskProposal = ProposalView<number> & {
  readonly name: string;
  readonly endsAt: Instant | null;
};

export type TeamView = {
  /** The auditors for whom a proposal waits. */
  readonly proposedAuditors: readonly string[];
  /** The members who can be deputies. */
  readonly deputyCandidates: readonly DeputyCandidate[];
  readonly members: CountedPage<Member>;
  readonly invitations: CountedPage<OpenInvitation>;
  /** Considers all members, not only those of the page. */
  readonly duties: readonly DutyHolders[];
  readonly isMailOn: boolean;
};

/** The new link of an invitation or a reset. `link` is null if it was mailed. */
export type SentLink = { readonly link: string | null; readonly expiresAt: Instant };

/** An invitation as its link shows it. */
export type InvitationView =
  /** `setUpEnded`: a set-up link that expired, was replaced, or came too late. */
  | { readonly state: 'unknown' | 'accepted' | 'revoked' | 'setUpEnded' }
  | { readonly state: 'expired'; readonly businessName: string }
  | {
      readonly state: 'open';
      /** Null for the set-up link: the first person chooses the address. */
      readonly email: string | null;
      readonly role: Role;
      /** When the access of an auditor ends. Null for other roles. */
      readonly endsAt: Instant | null;
      readonly businessName: string;
      readonly inviterName: string | null;
      readonly expiresAt: Instant;
      /** True if the address has an account, whose person signs in to accept. */
      readonly hasAccount: boolean;
      /** True if the person accepts after single sign-on, because the address must use it. */
      readonly isSingleSignOn: boolean;
    };

export const requestResetForm = z.object({ email: emailAddress });
