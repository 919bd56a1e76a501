'use server';

import { runAction } from '#lib/access/index.ts';
import { answerChange } from './answer-change.ts';
import { backtestRule, stopBacktest } from './backtest-rule.ts';
import { discardRule } from './discard-rule.ts';
import { proposeChange } from './propose-change.ts';
import { saveRule } from './save-rule.ts';
import {
  answerChangeForm,
  discardRuleForm,
  proposeChangeForm,
  saveRuleForm,
  stopTryForm,
  tryRuleForm,
} from './schema/forms.ts';

export const saveRuleAction = runAction(saveRuleForm, saveRule);
export const proposeRuleChangeAction = runAction(proposeChangeForm, proposeChange);
export const answerRuleChangeAction = runAction(answerChangeForm, answerChange);
export const discardRuleAction = runAction(discardRuleForm, discardRule);
export const tryRuleAction = runAction(tryRuleForm, backtestRule);
export const stopTryAction = runAction(stopTryForm, stopBacktest);
