import 'server-only';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { Problem } from '#lib/values/errors.ts';

/** The business has no such callback, or the person may not see it. */
export const callbackNotFound = () => new Problem('not-found', tCallbackDecisions('errors.notFound'));

/** A colleague has decided on the callback since it was shown. */
export const callbackChanged = () => new Problem('conflict', tCallbackDecisions('errors.changed'));
