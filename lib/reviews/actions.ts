'use server';

import { runAction } from '#lib/access/index.ts';
import { addNote } from './add-note.ts';
import { answerProposal } from './answer-proposal.ts';
import { assignCases } from './assign-cases.ts';
import { checkStep } from './check-step.ts';
import { proposeDecision } from './propose-decision.ts';
import { reopenCase } from './reopen-case.ts';
import {
  addNoteForm,
  answerProposalForm,
  assignCasesForm,
  checkStepForm,
  proposeDecisionForm,
  reopenCaseForm,
  snoozeCaseForm,
  takeNextForm,
} from './schema.ts';
import { snoozeCase } from './snooze-case.ts';
import { takeNext } from './take-next.ts';

export const takeNextAction = runAction(takeNextForm, takeNext);
export const assignCasesAction = runAction(assignCasesForm, assignCases);
export const snoozeCaseAction = runAction(snoozeCaseForm, snoozeCase);
export const addNoteAction = runAction(addNoteForm, addNote);
export const checkStepAction = runAction(checkStepForm, checkStep);
export const proposeDecisionAction = runAction(proposeDecisionForm, proposeDecision);
export const answerProposalAction = runAction(answerProposalForm, answerProposal);
export const reopenCaseAction = runAction(reopenCaseForm, reopenCase);
