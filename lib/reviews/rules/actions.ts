'use server';

import { runAction } from '#lib/access/index.ts';
import { answerChange } from './answer-change.ts';
import { backtestRule, stopBacktest } from './backtest-rule.ts';
import { discardRule } from './discard-rule.ts';
import { proposeRuleChange } from './propose-change.ts';
import { saveRule } from './save-rule.ts';
import {
  answerChangeForm,
  backtestRuleForm,
  discardRuleForm,
  proposeChangeForm,
  saveRuleForm,
  stopBacktestForm,
} from './schema/forms.ts';

export const saveRuleAction = runAction(saveRuleForm, saveRule);
export const proposeRuleChangeAction = runAction(proposeChangeForm, proposeRuleChange);
export const answerRuleChangeAction = runAction(answerChangeForm, answerChange);
export const discardRuleAction = runAction(discardRuleForm, discardRule);
export const backtestRuleAction = runAction(backtestRuleForm, backtestRule);
export const stopBacktestAction = runAction(stopBacktestForm, stopBacktest);
