'use server';

import { runAction } from '#lib/access/index.ts';
import { answerLift } from './answer-lift.ts';
import { answerRetention } from './answer-retention.ts';
import { placeHold } from './place-hold.ts';
import { proposeLift } from './propose-lift.ts';
import {
  answerLiftForm,
  answerRetentionForm,
  placeHoldForm,
  proposeLiftForm,
  setRetentionForm,
} from './schema.ts';
import { setRetention } from './set-retention.ts';

export const setRetentionAction = runAction(setRetentionForm, setRetention);
export const answerRetentionAction = runAction(answerRetentionForm, answerRetention);
export const placeHoldAction = runAction(placeHoldForm, placeHold);
export const proposeLiftAction = runAction(proposeLiftForm, proposeLift);
export const answerLiftAction = runAction(answerLiftForm, answerLift);
