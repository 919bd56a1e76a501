'use server';

import { runAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  enableEndpoint,
  replayEvent,
  replayEvents,
  rotateEndpointSecret,
  sendTestEvent,
} from './change-endpoint.ts';
import { decideReviewEndpoint, proposeReviewEndpoint } from './propose-endpoint.ts';
import {
  addEndpointForm,
  changeEndpointForm,
  enableEndpointForm,
  endpointForm,
  proposeReviewEndpointForm,
  replayEventForm,
  replayEventsForm,
} from './schema.ts';

export const addEndpointAction = runAction(addEndpointForm, addEndpoint);
export const proposeReviewEndpointAction = runAction(proposeReviewEndpointForm, proposeReviewEndpoint);
export const decideReviewEndpointAction = runAction(answerProposalForm, decideReviewEndpoint);
export const changeEndpointAction = runAction(changeEndpointForm, changeEndpoint);
export const rotateEndpointSecretAction = runAction(endpointForm, rotateEndpointSecret);
export const enableEndpointAction = runAction(enableEndpointForm, enableEndpoint);
export const deleteEndpointAction = runAction(endpointForm, deleteEndpoint);
export const sendTestEventAction = runAction(endpointForm, sendTestEvent);
export const replayEventAction = runAction(replayEventForm, replayEvent);
export const replayEventsAction = runAction(replayEventsForm, replayEvents);
