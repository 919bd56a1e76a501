import 'server-only';

/**
 * Signs people in and out and manages their accounts. Verbs for operators and first setup are called by system code,
 * and every verb writes the audit log. Passwords and sessions never leave this room as text.
 */
export { recordAccessGrant, recordAccessGrants } from './access-grant-store.ts';
export { readEmailChange } from './change-email.ts';
export { listMentionable, readMentions } from './colleague-queries.ts';
export { confirmPassword } from './confirm-password.ts';
export { addPerson, createPerson } from './create-person.ts';
export {
  disablePerson,
  enablePerson,
  revokeEverySession,
  revokeSessions,
  writeAuditPerBusiness,
} from './disable-person.ts';
export { grantRole, setAuditedRole, setAuditedRoles } from './grant-role.ts';
export { notifyOwners, ownersChanged } from './notify-owners.ts';
export type { SignedIn, SignInSender } from './open-person-session.ts';
export { isNewDevice, openPersonSession, recognizeDevice } from './open-person-session.ts';
export { createUnusableHash, hashPassword } from './password.ts';
export { hasEnvironmentPassword, readDisplaySettings, readSettings } from './queries.ts';
export {
  auditRefusedReauthentication,
  confirmCurrentPassword,
  reauthenticate,
  recordReauthentication,
} from './reauthenticate.ts';
export { requireStrongPassword, requireStrongPasswordFor } from './require-strong-password.ts';
export type { CheckedAccount } from './sign-in.ts';
export {
  auditFailure,
  checkCredentials,
  lockCheckedPerson,
  openAccount,
  rememberedDevice,
} from './sign-in.ts';
export { signOut } from './sign-out.ts';
export { requirePasswordSignIn } from './single-sign-on-only.ts';
export type { Account } from './store.ts';
export {
  findAccount,
  findAccountById,
  isEmailVerified,
  listAccountEmails,
  lockPerson,
  recordEmailVerification,
  setPasswordHash,
  setRoles,
} from './store.ts';
