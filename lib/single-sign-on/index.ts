import 'server-only';

/**
 * Signs people in with one OpenID provider of the environment. A verified address links an account once, and from then on
 * only the provider's subject decides. next-auth runs the protocol, and this room checks the answers and opens our own
 * sessions.
 */
export { checkIdentityProvider } from './check-provider.ts';
export type { SingleSignOnAttempt } from './identity-provider.ts';
export { createIdentityProvider, createSingleSignOnAttempt, isProviderAddress } from './identity-provider.ts';
export { SingleSignOnError } from './problem.ts';
export { readConfirmationMethods, readIdentity } from './queries.ts';
export { auditRefusedConfirmation, reauthenticateWithIdentity } from './reauthenticate-with-identity.ts';
export type { SingleSignOnSettings } from './settings.ts';
export { singleSignOnName, singleSignOnSettings } from './settings.ts';
export { signInWithIdentity } from './sign-in-with-identity.ts';
export { singleSignOnCommands } from './unlink-identities.ts';
