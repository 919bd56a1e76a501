'use server';

import { runAction } from '#lib/access/index.ts';
import { addNote } from './add-note.ts';
import { answerDeskChange } from './answer-desk-change.ts';
import { answerProposal } from './answer-proposal.ts';
import { answerReopening } from './answer-reopening.ts';
import { assignCases } from './assign-cases.ts';
import { checkStep } from './check-step.ts';
import { fileReport } from './file-report.ts';
import { mergeCases } from './merge-cases.ts';
import { proposeDecision } from './propose-decision.ts';
import { reopenCase } from './reopen-case.ts';
import { saveReport } from './save-report.ts';
import {
  addNoteForm,
  answerProposalForm,
  assignCasesForm,
  checkStepForm,
  deskSettingsForm,
  fileReportForm,
  proposeDecisionForm,
  reopenCaseForm,
  saveReportForm,
  snoozeCaseForm,
  snoozeCasesForm,
  takeNextForm,
} from './schema.ts';
import { setAlertsForm } from './schema-alerts.ts';
import { answerDeskChangeForm, answerReopeningForm } from './schema-control.ts';
import { mergeCasesForm, separateCaseForm } from './schema-merge.ts';
import { separateCase } from './separate-case.ts';
import { setAlerts } from './set-alerts.ts';
import { setDesk } from './set-desk.ts';
import { snoozeCase } from './snooze-case.ts';
import { snoozeCases } from './snooze-cases.ts';
import { takeNext } from './take-next.ts';

export const takeNextAction = runAction(takeNextForm, takeNext);
export const assignCasesAction = runAction(assignCasesForm, assignCases);
export const mergeCasesAction = runAction(mergeCasesForm, mergeCases);
export const separateCaseAction = runAction(separateCaseForm, separateCase);
export const snoozeCaseAction = runAction(snoozeCaseForm, snoozeCase);
export const snoozeCasesAction = runAction(snoozeCasesForm, snoozeCases);
export const addNoteAction = runAction(addNoteForm, addNote);
export const checkStepAction = runAction(checkStepForm, checkStep);
export const proposeDecisionAction = runAction(proposeDecisionForm, proposeDecision);
export const answerProposalAction = runAction(answerProposalForm, answerProposal);
export const reopenCaseAction = runAction(reopenCaseForm, reopenCase);
export const saveReportAction = runAction(saveReportForm, saveReport);
export const fileReportAction = runAction(fileReportForm, fileReport);
export const setAlertsAction = runAction(setAlertsForm, setAlerts);
export const setDeskAction = runAction(deskSettingsForm, setDesk);
export const answerDeskChangeAction = runAction(answerDeskChangeForm, answerDeskChange);
export const answerReopeningAction = runAction(answerReopeningForm, answerReopening);
