import 'server-only';

export { createPerson } from './create-person.ts';
export { disablePerson, enablePerson, revokeSessions } from './disable-person.ts';
export { grantRole } from './grant-role.ts';
export type { SignInSender } from './sign-in.ts';
export { signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
