import 'server-only';

/**
 * Decides who may do what: sessions, permissions, sign-in limits and limits per person. Every page, action and route
 * of a person begins here. It reads roles from the database on every request and never trusts a cookie for them.
 */

export {
  claimAccountLimitNotices,
  clearAccountLimit,
  countDelayedAccounts,
  findLastDelayedAttempt,
} from './account-limit-store.ts';
export { createApiToken, isApiToken } from './api-token.ts';
export type { ApiBudget, FoundToken } from './api-token-store.ts';
export {
  admitApiToken,
  endApiTokensAt,
  endApiTokensOfEveryone,
  hasOtherOwnerSql,
} from './api-token-store.ts';
export { findApprovalBlocks, judgeProposals } from './approval-queries.ts';
export { toAttemptKey } from './attempt-key.ts';
export type { AnswerOutcome } from './authorize-answer.ts';
export { authorizeAnswer } from './authorize-answer.ts';
export { clearSiteData } from './clear-site-data.ts';
export { countByKey } from './count-by-key.ts';
export { findContext, requirePageContext } from './current-context.ts';
export { isDeputySql } from './deputy.ts';
export type { Device } from './device-cookie.ts';
export { readDevice, rememberDevice } from './device-cookie.ts';
export { readSessionEndReason } from './end-reason.ts';
export { isBreakGlassAddress, isEnforcedDomain, isSingleSignOnRequired } from './enforced-domains.ts';
export { createFailure, toFailure, toHttpStatus, toProblemTitle } from './failure.ts';
export { findScope } from './find-scope.ts';
export { isForwardedHeaderIgnored, watchForwardedHeader } from './forwarded-header.ts';
export { listHiddenTopics } from './hidden-topics.ts';
export { lockMembersWith } from './membership-store.ts';
export { describeApprovalBlocks } from './model.ts';
export { createOneTimeLink, deriveToken, hashToken, isToken } from './one-time-link.ts';
export { isOwnRequest, requireOwnOrigin } from './origin.ts';
export type { Permission } from './permissions.ts';
export { findFirstPage, isRaise, listRolesWith } from './permissions.ts';
export { acquireSlot, retryAfterSeconds, runInRequestSlot } from './person-limits.ts';
export { pruneAccess } from './prune-store.ts';
export {
  findStaleAuthentication,
  requireRecentAuthentication,
  requireRecentFactor,
} from './recent-authentication.ts';
export { currentRequestId, currentRequestIds, requestIdHeader } from './request-id.ts';
export { requirePageAccess } from './require-page-access.ts';
export { runAction, runPublicAction } from './run-action.ts';
export type { RouteHandler, RouteInput } from './run-route.ts';
export { runRoute } from './run-route.ts';
export type { Scope } from './scope.ts';
export { canUseScope, MissingScope, requirePermission } from './scope.ts';
export type { Sender } from './sender.ts';
export { readClientAddress, readRequestSender } from './sender.ts';
export {
  isServedOverHttps,
  removeFormerSessionCookie,
  removeSessionCookies,
  sessionCookieName,
  sessionCookieOptions,
  sessionIdClaim,
  toOwnCookieName,
} from './session-cookie.ts';
export { maxSessionMs, sessionIdleTimeoutMs } from './session-limits.ts';
export {
  countsAsFactor,
  endOldestSessions,
  endPendingSignIns,
  endPersonSessions,
  endSession,
  endSessionsOfEveryone,
  endSessionsOfPeople,
  hasFactorSql,
  listSessions,
  openSession,
  storeAuthenticatedAt,
  storeFactorVerifiedAt,
} from './session-store.ts';
export { isStillAllowed } from './still-allowed.ts';
export { takeAccountBack } from './take-account-back.ts';
export type { FactorChecker } from './throttle.ts';
export {
  admitAttempt,
  admitFactorCheck,
  admitInvitationMail,
  admitPasskeyChallenge,
  admitPasswordCheck,
  admitResetRequest,
  admitSingleSignOn,
  claimSingleSignOnState,
  clearAttempt,
  clearFactorChecks,
  clearPasswordChecks,
  isResetRequestAdmitted,
  isUnknownReadAdmitted,
  refundSingleSignOn,
} from './throttle.ts';
export { decodeToken, encodeToken, hasAcceptedAlgorithm } from './token.ts';
