import 'server-only';

/**
 * The people of a business: invitations, roles, and the end of access. Each verb of an owner has a twin for operators,
 * which is audited as `operator`. A business always keeps an owner with access.
 */
export {
  acceptByVerifiedEmail,
  acceptInvitation,
  joinByInvitation,
  readInvitation,
} from './accept-invitation.ts';
export { listAuditorRiskProposals } from './auditor-queries.ts';
export { decideAuditorRisk, proposeAuditorRisk } from './auditor-risk.ts';
export { changeRole, changeRoleAsOperator, transferOwnership } from './change-role.ts';
export { createSetUpLink } from './create-set-up-link.ts';
export { endDeputy, nameDeputy } from './deputies.ts';
export { findOwnDeputyTerm } from './deputy-queries.ts';
export {
  disableMember,
  enableMember,
  removeMember,
} from './disable-member.ts';
export { followDirectory, lockLinkedAccount } from './follow-directory.ts';
export { invitePerson, invitePersonAsOperator, resendInvitation } from './invite-person.ts';
export type { OperatorCommand } from './operator-command.ts';
export { operatorCommandNames, readOperatorEmail, runOperatorCommand } from './operator-command.ts';
export { readTeam } from './queries.ts';
export { requestPasswordReset, sendPasswordResets } from './request-password-reset.ts';
export {
  createPasswordReset,
  createPasswordResetAsOperator,
  readResetState,
  resetPassword,
} from './reset-password.ts';
export { revokeInvitation } from './revoke-invitation.ts';
export { lockTeam } from './store.ts';
