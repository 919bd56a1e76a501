'use server';

import { runAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { changeGroupRoles } from './change-group-roles.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { decideApiToken } from './decide-token.ts';
import {
  changeGroupRolesForm,
  createApiTokenForm,
  rerollApiTokenForm,
  revokeApiTokenForm,
  setTokenLifetimeForm,
  takeOverApiTokenForm,
} from './schema.ts';
import { decideTokenLifetime, setTokenLifetime } from './set-token-lifetime.ts';
import { takeOverApiToken } from './take-over-token.ts';

export const changeGroupRolesAction = runAction(changeGroupRolesForm, changeGroupRoles);
export const createApiTokenAction = runAction(createApiTokenForm, createApiToken);
export const rerollApiTokenAction = runAction(rerollApiTokenForm, rerollApiToken);
export const revokeApiTokenAction = runAction(revokeApiTokenForm, revokeApiToken);
export const takeOverApiTokenAction = runAction(takeOverApiTokenForm, takeOverApiToken);
export const decideApiTokenAction = runAction(answerProposalForm, decideApiToken);
export const setTokenLifetimeAction = runAction(setTokenLifetimeForm, setTokenLifetime);
export const decideTokenLifetimeAction = runAction(answerProposalForm, decideTokenLifetime);
