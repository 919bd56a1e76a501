import 'server-only';

export { readEmailChange } from './change-email.ts';
/**
 * Signs people in and out and manages their accounts. Verbs for operators and first setup are called by system code,
 * and every verb writes the audit log. Passwords and sessions never leave this room as text.
 */
export { addPerson, createPerson } from './create-person.ts';
export { disablePerson, enablePerson, revokeSessions, writeAuditPerBusiness } from './disable-person.ts';
export { giveRole, grantRole } from './grant-role.ts';
export { hashPassword } from './password.ts';
export { readDisplaySettings, readSettings } from './queries.ts';
export { requireStrongPassword, requireStrongPasswordFor } from './require-strong-password.ts';
export type { SignInSender } from './sign-in.ts';
export { signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
export { findAccount, lockPerson, noteEmailProved, setPasswordHash, setRole } from './store.ts';
