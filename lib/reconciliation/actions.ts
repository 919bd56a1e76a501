'use server';

import { runAction } from '#lib/access/index.ts';
import { inspectFile, removeImport, retryImport, startImport } from './import-files.ts';
import { acceptSuggestion, ignoreItems, matchItems, undoMatch } from './matches.ts';
import { previewRule, removeRule, runRules, saveRule } from './rules.ts';
import {
  endMatchForm,
  ignoreForm,
  inspectFileForm,
  matchForm,
  removeImportForm,
  removeRuleForm,
  retryImportForm,
  ruleForm,
  runRulesForm,
  startImportForm,
} from './schema.ts';

export const inspectFileAction = runAction(inspectFileForm, inspectFile);
export const startImportAction = runAction(startImportForm, startImport);
export const retryImportAction = runAction(retryImportForm, retryImport);
export const removeImportAction = runAction(removeImportForm, removeImport);
export const matchItemsAction = runAction(matchForm, matchItems);
export const ignoreItemsAction = runAction(ignoreForm, ignoreItems);
export const undoMatchAction = runAction(endMatchForm, undoMatch);
export const acceptSuggestionAction = runAction(endMatchForm, acceptSuggestion);
export const previewMatchRuleAction = runAction(ruleForm, previewRule);
export const saveMatchRuleAction = runAction(ruleForm, saveRule);
export const removeMatchRuleAction = runAction(removeRuleForm, removeRule);
export const runMatchRulesAction = runAction(runRulesForm, runRules);
