'use server';

import { readRequestSender, runAction, runPublicAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { acceptInvitation, joinByInvitation } from './accept-invitation.ts';
import { decideAuditorRisk, proposeAuditorRisk } from './auditor-risk.ts';
import { changeRole, transferOwnership } from './change-role.ts';
import { endDeputy, nameDeputy } from './deputies.ts';
import { disableMember, enableMember, removeMember } from './disable-member.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { invitePerson, resendInvitation } from './invite-person.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetMemberFactor } from './reset-factor.ts';
import { createPasswordReset, resetPassword } from './reset-password.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import {
  acceptForm,
  changeRoleForm,
  inviteForm,
  joinForm,
  memberForm,
  nameDeputyForm,
  proposeAuditorRiskForm,
  requestResetForm,
  resendForm,
  resetForm,
  revokeForm,
  transferForm,
} from './schema.ts';
import { verifyAddress } from './verify-address.ts';

export const invitePersonAction = runAction(inviteForm, invitePerson);
export const resendInvitationAction = runAction(resendForm, resendInvitation);
export const revokeInvitationAction = runAction(revokeForm, revokeInvitation);
export const changeRoleAction = runAction(changeRoleForm, changeRole);
export const transferOwnershipAction = runAction(transferForm, transferOwnership);
export const proposeAuditorRiskAction = runAction(proposeAuditorRiskForm, proposeAuditorRisk);
export const decideAuditorRiskAction = runAction(answerProposalForm, decideAuditorRisk);
export const nameDeputyAction = runAction(nameDeputyForm, nameDeputy);
export const endDeputyAction = runAction(memberForm, endDeputy);
export const disableMemberAction = runAction(memberForm, disableMember);
export const enableMemberAction = runAction(memberForm, enableMember);
export const removeMemberAction = runAction(memberForm, removeMember);
export const createPasswordResetAction = runAction(memberForm, createPasswordReset);
export const endMemberSessionsAction = runAction(memberForm, endMemberSessions);
export const resetFactorAction = runAction(memberForm, resetMemberFactor);
export const verifyAddressAction = runAction(memberForm, verifyAddress);
export const acceptInvitationAction = runAction(acceptForm, acceptInvitation);
export const joinByInvitationAction = runPublicAction('invitation', joinForm, joinByInvitation);
export const resetPasswordAction = runPublicAction('password-reset', resetForm, resetPassword);
export const requestPasswordResetAction = runPublicAction(
  'password-reset',
  requestResetForm,
  async (context, input) => requestPasswordReset(context, input, await readRequestSender()),
);
