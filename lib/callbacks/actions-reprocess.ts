'use server';

import { runAction } from '#lib/access/index.ts';
import { dryRunForm, pickedForm, reprocessingForm } from './schema-decide.ts';
import { applyDryRun, startDryRun, startPickedDryRun, stopReprocessing } from './start-reprocessing.ts';

export const startDryRunAction = runAction(dryRunForm, startDryRun);
export const applyDryRunAction = runAction(reprocessingForm, applyDryRun);
export const stopReprocessingAction = runAction(reprocessingForm, stopReprocessing);
export const startPickedDryRunAction = runAction(pickedForm, startPickedDryRun);
