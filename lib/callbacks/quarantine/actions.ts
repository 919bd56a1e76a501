'use server';

import { runAction } from '#lib/access/index.ts';
import { rejectForm, rejectSelectedForm, releaseForm } from '../schema/decisions.ts';
import { rejectCallback } from './reject-callback.ts';
import { rejectSelected } from './reject-selected.ts';
import { releaseCallback } from './release-callback.ts';

export const releaseCallbackAction = runAction(releaseForm, releaseCallback);
export const rejectCallbackAction = runAction(rejectForm, rejectCallback);
export const rejectSelectedAction = runAction(rejectSelectedForm, rejectSelected);
