'use server';

import { findContext, runAction, runPublicAction } from '#lib/access/index.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { checkReauthentication } from './reauthenticate.ts';
import { revokeOtherSessions, revokeOwnSession } from './revoke-own-sessions.ts';
import {
  changePasswordForm,
  changeProfileForm,
  confirmEmailForm,
  ownBusinessForm,
  requestEmailForm,
  revokeSessionForm,
} from './schema.ts';

export const changeProfileAction = runAction(changeProfileForm, changeProfile);
export const changePasswordAction = runAction(changePasswordForm, changePassword);
export const checkReauthenticationAction = runAction(ownBusinessForm, checkReauthentication);
export const revokeSessionAction = runAction(revokeSessionForm, revokeOwnSession);
export const revokeOtherSessionsAction = runAction(ownBusinessForm, revokeOtherSessions);
export const requestEmailChangeAction = runAction(requestEmailForm, requestEmailChange);
export const confirmEmailChangeAction = runPublicAction(
  'email-change',
  confirmEmailForm,
  async (context, input) => confirmEmailChange(context, input, (await findContext())?.actor.personId ?? null),
);
