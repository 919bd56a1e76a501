'use server';

import { runAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import { createApiTokenForm, rerollApiTokenForm, revokeApiTokenForm } from './schema.ts';

export const createApiTokenAction = runAction(createApiTokenForm, createApiToken);
export const rerollApiTokenAction = runAction(rerollApiTokenForm, rerollApiToken);
export const revokeApiTokenAction = runAction(revokeApiTokenForm, revokeApiToken);
export const decideApiTokenAction = runAction(answerProposalForm, decideApiToken);
