'use server';

import { runAction } from '#lib/access/index.ts';
import { dryRunForm, reprocessingForm, selectedForm } from '../schema/decisions.ts';
import { applyDryRun, startDryRun, startSelectedDryRun, stopReprocessing } from './start-reprocessing.ts';

export const startDryRunAction = runAction(dryRunForm, startDryRun);
export const applyDryRunAction = runAction(reprocessingForm, applyDryRun);
export const stopReprocessingAction = runAction(reprocessingForm, stopReprocessing);
export const startSelectedDryRunAction = runAction(selectedForm, startSelectedDryRun);
