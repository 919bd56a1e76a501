'use server';

import { runAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { addNote } from './cases/add-note.ts';
import { assignCases } from './cases/assign-cases.ts';
import { mergeCases } from './cases/merge/merge-cases.ts';
import { mergeCasesForm, separateCaseForm } from './cases/merge/schema.ts';
import { separateCase } from './cases/merge/separate-case.ts';
import { openManualCase } from './cases/open-manual-case.ts';
import { readCaseNow } from './cases/read-case.ts';
import { answerRequest, requestInformation } from './cases/request-information.ts';
import {
  addNoteForm,
  answerRequestForm,
  approveProposalsForm,
  assignCasesForm,
  checkStepForm,
  decideProposalForm,
  decideReopeningForm,
  openManualCaseForm,
  proposeDecisionForm,
  reopenCaseForm,
  requestInformationForm,
  snoozeCaseForm,
  snoozeCasesForm,
  takeNextForm,
  undoCaseChangeForm,
} from './cases/schema/case.ts';
import { readCaseNowForm } from './cases/schema/reading.ts';
import { setStepChecked } from './cases/set-step-checked.ts';
import { snoozeCase } from './cases/snooze-case.ts';
import { snoozeCases } from './cases/snooze-cases.ts';
import { undoCaseChange } from './cases/undo-change.ts';
import { addCounterpartyNote } from './counterparties/add-counterparty-note.ts';
import { addCounterpartyNoteForm } from './counterparties/schema-notes.ts';
import { unwatchForm, watchForm } from './counterparties/watch/schema.ts';
import { unwatchCounterparty } from './counterparties/watch/unwatch-counterparty.ts';
import { watchCounterparty } from './counterparties/watch/watch-counterparty.ts';
import { approveProposals } from './decisions/approve-proposals.ts';
import { decideProposal } from './decisions/decide-proposal.ts';
import { decideReopening } from './decisions/decide-reopening.ts';
import { proposeDecision } from './decisions/propose-decision.ts';
import { reopenCase } from './decisions/reopen-case.ts';
import { takeNext } from './queue/take-next.ts';
import { amendReport } from './reports/amend-report.ts';
import { fileReport } from './reports/file-report.ts';
import { saveReport } from './reports/save-report.ts';
import { amendReportForm, fileReportForm, saveReportForm } from './reports/schema.ts';
import { changeDeskSettings } from './settings/change-desk-settings.ts';
import { removeReasonTemplate, saveReasonTemplate } from './settings/change-reason-template.ts';
import { decideDeskChange } from './settings/decide-desk-change.ts';
import { deskSettingsForm, setCategoriesForm } from './settings/schema.ts';
import { removeReasonTemplateForm, saveReasonTemplateForm } from './settings/schema-templates.ts';
import { setCategories } from './settings/set-categories.ts';

export const openManualCaseAction = runAction(openManualCaseForm, openManualCase);
export const takeNextAction = runAction(takeNextForm, takeNext);
export const assignCasesAction = runAction(assignCasesForm, assignCases);
export const mergeCasesAction = runAction(mergeCasesForm, mergeCases);
export const separateCaseAction = runAction(separateCaseForm, separateCase);
export const snoozeCaseAction = runAction(snoozeCaseForm, snoozeCase);
export const snoozeCasesAction = runAction(snoozeCasesForm, snoozeCases);
export const undoCaseChangeAction = runAction(undoCaseChangeForm, undoCaseChange);
export const addNoteAction = runAction(addNoteForm, addNote);
export const requestInformationAction = runAction(requestInformationForm, requestInformation);
export const answerRequestAction = runAction(answerRequestForm, answerRequest);
export const checkStepAction = runAction(checkStepForm, setStepChecked);
export const proposeDecisionAction = runAction(proposeDecisionForm, proposeDecision);
export const decideProposalAction = runAction(decideProposalForm, decideProposal);
export const approveProposalsAction = runAction(approveProposalsForm, approveProposals);
export const reopenCaseAction = runAction(reopenCaseForm, reopenCase);
export const saveReportAction = runAction(saveReportForm, saveReport);
export const fileReportAction = runAction(fileReportForm, fileReport);
export const amendReportAction = runAction(amendReportForm, amendReport);
export const readCaseNowAction = runAction(readCaseNowForm, readCaseNow);
export const changeDeskSettingsAction = runAction(deskSettingsForm, changeDeskSettings);
export const decideDeskChangeAction = runAction(answerProposalForm, decideDeskChange);
export const setCategoriesAction = runAction(setCategoriesForm, setCategories);
export const saveReasonTemplateAction = runAction(saveReasonTemplateForm, saveReasonTemplate);
export const removeReasonTemplateAction = runAction(removeReasonTemplateForm, removeReasonTemplate);
export const decideReopeningAction = runAction(decideReopeningForm, decideReopening);
export const addCounterpartyNoteAction = runAction(addCounterpartyNoteForm, addCounterpartyNote);
export const watchCounterpartyAction = runAction(watchForm, watchCounterparty);
export const unwatchCounterpartyAction = runAction(unwatchForm, unwatchCounterparty);
