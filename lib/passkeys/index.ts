import 'server-only';

/**
 * Passkeys: adding and removing them, signing in without a password, and confirming who a signed-in person is. A
 * passkey always verifies its person by PIN or biometrics, so it counts as two factors. It is
 * also the second step of a sign-in with a password.
 */
export { listPasskeys } from './queries.ts';
export { findRelyingParty } from './relying-party.ts';
export { passSecondStepWithPasskey } from './second-step.ts';
export { signInWithPasskey } from './sign-in-with-passkey.ts';
export { deletePasskeys } from './store.ts';
