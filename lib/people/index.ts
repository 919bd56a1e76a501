import 'server-only';

/**
 * Signs people in and out and manages their accounts. Verbs for operators and first setup are called by system code,
 * and every verb writes the audit log. Passwords and sessions never leave this room as text.
 */
export { createPerson } from './create-person.ts';
export { disablePerson, enablePerson, revokeSessions } from './disable-person.ts';
export { grantRole } from './grant-role.ts';
export type { SignInSender } from './sign-in.ts';
export { signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
