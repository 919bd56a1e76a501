'use server';

import { runAction } from '#lib/access/index.ts';
import { backtestRule, stopBacktest } from './backtest-rule.ts';
import { decideRuleChange } from './decide-rule-change.ts';
import { discardRule } from './discard-rule.ts';
import { proposeRuleChange } from './propose-change.ts';
import { saveRule } from './save-rule.ts';
import {
  backtestRuleForm,
  decideRuleChangeForm,
  discardRuleForm,
  proposeChangeForm,
  saveRuleForm,
  stopBacktestForm,
} from './schema/forms.ts';

export const saveRuleAction = runAction(saveRuleForm, saveRule);
export const proposeRuleChangeAction = runAction(proposeChangeForm, proposeRuleChange);
export const decideRuleChangeAction = runAction(decideRuleChangeForm, decideRuleChange);
export const discardRuleAction = runAction(discardRuleForm, discardRule);
export const backtestRuleAction = runAction(backtestRuleForm, backtestRule);
export const stopBacktestAction = runAction(stopBacktestForm, stopBacktest);
