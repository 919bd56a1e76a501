'use server';

import { runAction } from '#lib/access/index.ts';
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
import {
  addEndpointForm,
  changeEndpointForm,
  enableEndpointForm,
  endpointForm,
  replayEventForm,
  replayEventsForm,
} from './schema.ts';

export const addEndpointAction = runAction(addEndpointForm, addEndpoint);
export const changeEndpointAction = runAction(changeEndpointForm, changeEndpoint);
export const rotateEndpointSecretAction = runAction(endpointForm, rotateEndpointSecret);
export const enableEndpointAction = runAction(enableEndpointForm, enableEndpoint);
export const deleteEndpointAction = runAction(endpointForm, deleteEndpoint);
export const sendTestEventAction = runAction(endpointForm, sendTestEvent);
export const replayEventAction = runAction(replayEventForm, replayEvent);
export const replayEventsAction = runAction(replayEventsForm, replayEvents);
