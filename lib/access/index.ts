import 'server-only';

export { addressKey } from './address-key.ts';
export { claimCeilingNotices, countGuessedAccounts, lastGuessing } from './ceiling-store.ts';
export { clearSiteData } from './clear-site-data.ts';
export { currentContext, findContext } from './current-context.ts';
export { readDevice, rememberDevice } from './device-cookie.ts';
export { failure, toFailure, toHttpStatus } from './failure.ts';
export { ignoresForwardedHeader, watchForwardedHeader } from './forwarded-header.ts';
export { isOurRequest, requireOurOrigin } from './origin.ts';
export { pageAccess } from './page-access.ts';
export type { Permission } from './permissions.ts';
export { pruneAccess } from './prune-store.ts';
export { currentRequestId, currentRequestIds } from './request-id.ts';
export { runAction } from './run-action.ts';
export { runRoute } from './run-route.ts';
export type { Scope } from './scope.ts';
export { requirePermission } from './scope.ts';
export { scopeOfPerson } from './scope-of-person.ts';
export type { Sender } from './sender.ts';
export { currentSender, readClientAddress } from './sender.ts';
export {
  isSecure,
  removeFormerSessionCookie,
  removeSessionCookies,
  sessionClaim,
  sessionCookieName,
  sessionCookieOptions,
} from './session-cookie.ts';
export { longestHours } from './session-limits.ts';
export { endAllSessions, endSession, openSession, revokeEverySession } from './session-store.ts';
export { stillMay } from './still-may.ts';
export { admitAttempt, clearAttempt } from './throttle.ts';
