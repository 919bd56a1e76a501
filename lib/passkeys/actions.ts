'use server';

import { readRequestSender, runAction, runPublicAction } from '#lib/access/index.ts';
import { readPendingToken } from '#lib/factors/index.ts';
import { addPasskey, startPasskeyRegistration } from './add-passkey.ts';
import { removePasskey, renamePasskey } from './change-passkey.ts';
import { reauthenticateWithPasskey, startPasskeyReauthentication } from './reauthenticate-with-passkey.ts';
import {
  addPasskeyForm,
  ownPasskeysForm,
  passkeyReauthenticationForm,
  removePasskeyForm,
  renamePasskeyForm,
  startPasskeySignInForm,
} from './schema.ts';
import { startPasskeyStep } from './second-step.ts';
import { startPasskeySignIn } from './sign-in-with-passkey.ts';

export const startPasskeyRegistrationAction = runAction(ownPasskeysForm, startPasskeyRegistration);
export const addPasskeyAction = runAction(addPasskeyForm, addPasskey);
export const renamePasskeyAction = runAction(renamePasskeyForm, renamePasskey);
export const removePasskeyAction = runAction(removePasskeyForm, removePasskey);
export const startPasskeyReauthenticationAction = runAction(ownPasskeysForm, startPasskeyReauthentication);
export const reauthenticateWithPasskeyAction = runAction(
  passkeyReauthenticationForm,
  reauthenticateWithPasskey,
);
export const startPasskeySignInAction = runPublicAction('sign-in', startPasskeySignInForm, async (context) =>
  startPasskeySignIn(context, await readRequestSender()),
);
export const startPasskeyStepAction = runPublicAction('sign-in', startPasskeySignInForm, async (context) =>
  startPasskeyStep(context, await readPendingToken(), await readRequestSender()),
);
