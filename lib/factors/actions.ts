'use server';

import { runAction, runPublicAction } from '#lib/access/index.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { forgetDevices, removeFactor, replaceRecoveryCodes, requireFactor } from './change-factor.ts';
import { decideFewerRoles, proposeFewerRoles } from './fewer-roles.ts';
import { readPendingToken, removePendingToken } from './pending-cookie.ts';
import { reauthenticateFully } from './reauthenticate.ts';
import {
  confirmTotpForm,
  emptyForm,
  firstCodeForm,
  ownDevicesForm,
  ownFactorForm,
  proposeFewerRolesForm,
  reauthenticateFullyForm,
  replaceRecoveryCodesForm,
  requireFactorForm,
  startTotpForm,
} from './schema.ts';
import { confirmTotp, startTotp } from './set-up-totp.ts';
import { cancelSignIn, confirmFirstTotp, startFirstTotp } from './sign-in.ts';

export const reauthenticateAction = runAction(reauthenticateFullyForm, reauthenticateFully);
export const startTotpAction = runAction(startTotpForm, startTotp);
export const confirmTotpAction = runAction(confirmTotpForm, confirmTotp);
export const replaceRecoveryCodesAction = runAction(replaceRecoveryCodesForm, replaceRecoveryCodes);
export const removeFactorAction = runAction(ownFactorForm, removeFactor);
export const forgetDevicesAction = runAction(ownDevicesForm, forgetDevices);
export const requireFactorAction = runAction(requireFactorForm, requireFactor);
export const proposeFewerRolesAction = runAction(proposeFewerRolesForm, proposeFewerRoles);
export const decideFewerRolesAction = runAction(answerProposalForm, decideFewerRoles);
export const startFirstTotpAction = runPublicAction('sign-in', emptyForm, async (context) =>
  startFirstTotp(context, await readPendingToken()),
);
export const confirmFirstTotpAction = runPublicAction('sign-in', firstCodeForm, async (context, { code }) =>
  confirmFirstTotp(context, { code, token: await readPendingToken() }),
);
export const cancelSignInAction = runPublicAction('sign-in', emptyForm, async (context) => {
  const cancelled = await cancelSignIn(context, await readPendingToken());
  await removePendingToken();
  return cancelled;
});
