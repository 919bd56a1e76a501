import 'server-only';

/**
 * API tokens of people: creating, rerolling and revoking them. A token acts as its maker within its scopes and
 * businesses. `lib/access` finds the token of a request, and ends tokens together with the access of their maker.
 */
export { proposeNoticedTokens } from './propose-noticed.ts';
export { findLifetimeProposal, listApiTokens, listTokenProposals } from './queries.ts';
export { findGroupRoles } from './role-store.ts';
export { withdrawTokenProposals } from './token-proposals.ts';
