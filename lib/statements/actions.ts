'use server';

import { runAction } from '#lib/access/index.ts';
import { answerStatementProposal, proposePeriodReopening, signClose } from './close-period.ts';
import {
  answerStatementProposalForm,
  proposeBasisForm,
  proposeOpeningForm,
  proposeReopeningForm,
  recordSettlementForm,
  removeSettlementForm,
  signCloseForm,
} from './schema.ts';
import { proposeBasis, proposeOpening } from './set-position.ts';
import { recordSettlement, removeSettlement } from './settlements.ts';

export const proposeOpeningAction = runAction(proposeOpeningForm, proposeOpening);
export const proposeBasisAction = runAction(proposeBasisForm, proposeBasis);
export const recordSettlementAction = runAction(recordSettlementForm, recordSettlement);
export const removeSettlementAction = runAction(removeSettlementForm, removeSettlement);
export const signCloseAction = runAction(signCloseForm, signClose);
export const proposePeriodReopeningAction = runAction(proposeReopeningForm, proposePeriodReopening);
export const answerStatementProposalAction = runAction(answerStatementProposalForm, answerStatementProposal);
