'use server';

import { runAction } from '#lib/access/index.ts';
import { rejectCallback } from './reject-callback.ts';
import { rejectPicked } from './reject-picked.ts';
import { releaseCallback } from './release-callback.ts';
import { rejectForm, rejectPickedForm, releaseForm } from './schema-decide.ts';

export const releaseCallbackAction = runAction(releaseForm, releaseCallback);
export const rejectCallbackAction = runAction(rejectForm, rejectCallback);
export const rejectPickedAction = runAction(rejectPickedForm, rejectPicked);
