'use server';

import { runAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { decideRetentionChange } from './decide-retention-change.ts';
import { placeHold } from './place-hold.ts';
import { proposeHoldLift } from './propose-hold-lift.ts';
import { previewRetention } from './queries.ts';
import { placeHoldForm, previewRetentionForm, proposeHoldLiftForm, setRetentionForm } from './schema.ts';
import { setRetention } from './set-retention.ts';

export const setRetentionAction = runAction(setRetentionForm, setRetention);
export const previewRetentionAction = runAction(previewRetentionForm, previewRetention);
export const decideRetentionChangeAction = runAction(answerProposalForm, decideRetentionChange);
export const placeHoldAction = runAction(placeHoldForm, placeHold);
export const proposeHoldLiftAction = runAction(proposeHoldLiftForm, proposeHoldLift);
export const decideHoldLiftAction = runAction(answerProposalForm, decideHoldLift);
