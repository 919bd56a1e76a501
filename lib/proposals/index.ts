import 'server-only';

/**
 * Keeps every change that takes two people: one person proposes it, and another, independent one approves or declines it.
 * Rooms define their kinds of changes. The values of settings are here as well, because the database refuses to weaken
 * them without a final proposal.
 */
export { answerProposal, storeProposalAnswer } from './answer-proposal.ts';
export type { AnsweredKind, AnsweredProposal, ProposalKind, SettingKind } from './define-proposal.ts';
export { findProposal, listProposalHistory, listProposals, readSetting, readSettings } from './queries.ts';
export { insertProposal, lockProposal, lockSetting, lockSettings, storeSetting } from './store.ts';
export { withdrawEndedTokens } from './withdraw-ended-tokens.ts';
