'use server';

import { runAction } from '#lib/access/index.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from './change-tokens.ts';
import { createApiTokenForm, rerollApiTokenForm, revokeApiTokenForm } from './schema.ts';

export const createApiTokenAction = runAction(createApiTokenForm, createApiToken);
export const rerollApiTokenAction = runAction(rerollApiTokenForm, rerollApiToken);
export const revokeApiTokenAction = runAction(revokeApiTokenForm, revokeApiToken);
