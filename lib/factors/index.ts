import 'server-only';

/**
 * Second factors: authenticator apps, recovery codes, the second step of a sign-in, and who needs a factor. A factor has
 * a kind. A further kind of this room adds a member to `factorAnswer`, a case to `checkFactor`, and rows of its own.
 * Passkeys count as factors too: their room passes the second step with `completePendingSignIn`.
 */
export {
  createFirstRecoveryCodes,
  exemptDemoPerson,
  recordFactorRemoval,
  resetFactor,
} from './change-factor.ts';
export { readPendingToken, removePendingToken, storePendingToken } from './pending-cookie.ts';
export type { PendingSignIn } from './pending-store.ts';
export {
  findFewerRolesProposal,
  listMemberFactors,
  readFactorDeadline,
  readFactorNeed,
  readFactorSettings,
  readRequiredRoles,
} from './queries.ts';
export { requireFullAuthentication } from './reauthenticate.ts';
export { countFormerKeys, rotateFactorKeys } from './rotate-keys.ts';
export {
  completePendingSignIn,
  passSecondStep,
  readPendingStep,
  requirePendingSignIn,
  signIn,
} from './sign-in.ts';
export { deleteRememberedDevices, hasFactor } from './store.ts';
