import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { ownerOnly, reviewRoles } from './roles.ts';

const conflict: readonly AllowedResult[] = ['conflict'];
const ofMember = ({ business, member }: RecordIds) => ({ businessId: business, personId: member });
const wrongToken = 'x'.repeat(43);

/** Actions on the people of a business. The last three work by a secret, which is wrong here. */
export const teamActions = {
  invitePersonAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      email: `${randomUUID()}@example.test`,
      role: 'viewer',
      delivery: 'link',
    }),
  },
  resendInvitationAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, invitation }: RecordIds) => ({
      businessId: business,
      invitationId: invitation,
      delivery: 'link',
    }),
  },
  revokeInvitationAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, invitation }: RecordIds) => ({ businessId: business, invitationId: invitation }),
  },
  changeRoleAction: {
    roles: ownerOnly,
    input: (place: RecordIds) => ({ ...ofMember(place), role: 'viewer' }),
  },
  proposeAuditorRiskAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofMember(place),
      reason: 'The auditor checks how cases are decided.',
    }),
  },
  decideAuditorRiskAction: {
    roles: reviewRoles,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
    }),
  },
  nameDeputyAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, member }: RecordIds) => {
      const today = new Date().toISOString().slice(0, 10);
      return { businessId: business, personId: member, deputyId: member, firstDay: today, lastDay: today };
    },
  },
  endDeputyAction: { roles: ownerOnly, otherResults: conflict, input: ofMember },
  disableMemberAction: { roles: ownerOnly, input: ofMember },
  enableMemberAction: { roles: ownerOnly, input: ofMember },
  createPasswordResetAction: { roles: ownerOnly, input: ofMember },
  endMemberSessionsAction: { roles: ownerOnly, input: ofMember },
  verifyAddressAction: { roles: ownerOnly, otherResults: conflict, input: ofMember },
  resetFactorAction: { roles: ownerOnly, otherResults: conflict, input: ofMember },
  // The test adds this person again before each round.
  removeMemberAction: {
    roles: ownerOnly,
    input: ({ business, leaver }: RecordIds) => ({ businessId: business, personId: leaver }),
  },
  // A disabled person can't become an owner, so the owner of the test stays one.
  transferOwnershipAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business, suspended }: RecordIds) => ({
      businessId: business,
      personId: suspended,
      role: 'viewer',
    }),
  },
  acceptInvitationAction: { roles: [], bySecret: 'signed in', input: () => ({ token: wrongToken }) },
  joinByInvitationAction: {
    roles: [],
    bySecret: 'anybody',
    input: () => ({ token: wrongToken, name: 'Crossed', password: 'a quiet long password' }),
  },
  // No mail server is configured here.
  requestPasswordResetAction: {
    roles: [],
    isPublic: true,
    otherResults: conflict,
    input: () => ({ email: 'nobody@example.test' }),
  },
  resetPasswordAction: {
    roles: [],
    bySecret: 'anybody',
    input: () => ({ token: wrongToken, password: 'a quiet long password' }),
  },
} as const;
