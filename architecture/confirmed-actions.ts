import ts from 'typescript';
import { resolveNames } from './resolve-imports.ts';
import type { SourceFile } from './source-files.ts';
import { calledName, listNodes } from './source-files.ts';

/**
 * The actions that need a recent authentication, with the condition if not always. A test compares this list with what
 * the code of each action calls.
 */
export const confirmedActions: Readonly<Record<string, string>> = {
  // Decisions above a threshold, and everything that moves a threshold or weakens a control.
  proposeDecisionAction: 'if two people must decide',
  decideProposalAction: 'for an approval',
  approveProposalsAction: 'always',
  reopenCaseAction: 'if two people decided the case',
  decideReopeningAction: 'for an approval',
  changeDeskSettingsAction: 'for weaker settings',
  decideDeskChangeAction: 'for an approval',
  decideRuleChangeAction: 'for an approval',
  setLimitAction: 'for a higher limit or none',
  decideLimitChangeAction: 'for an approval',
  decidePaymentApprovalAction: 'for an approval',
  confirmBatchAction: 'for a file with rows above a limit',
  setRetentionAction: 'for a shorter time',
  decideRetentionChangeAction: 'for an approval',
  decideHoldLiftAction: 'for an approval',
  answerStatementProposalAction: 'for an approval',
  // Exports of risk.
  startExportFileAction: 'for a list with risk detail',
  checkReauthenticationAction: 'always: a download asks here before it starts',
  // Callback addresses.
  revealAddressesAction: 'always',
  // Access of people. Each of these gives it or takes it away.
  addBusinessAction: 'always: it makes the person its owner',
  invitePersonAction: 'always',
  resendInvitationAction: 'always: a new link gives access',
  changeRoleAction: 'always',
  transferOwnershipAction: 'always',
  proposeAuditorRiskAction: 'always',
  decideAuditorRiskAction: 'for an approval',
  nameDeputyAction: 'always',
  endDeputyAction: 'always',
  disableMemberAction: 'always',
  enableMemberAction: 'always',
  removeMemberAction: 'always',
  confirmPeopleAction: 'always',
  // Quarantine: a release and a reprocessing overwrite what the records say, and a rejection drops a report of money.
  releaseCallbackAction: 'always',
  rejectCallbackAction: 'always',
  rejectSelectedAction: 'always',
  applyDryRunAction: 'always: the dry run before it changes nothing',
  // Stored things that others use or uploaded, and that can't be restored.
  changeTemplateAction: 'for a shared template that others lose',
  deleteTemplateAction: 'for a shared template',
  changeViewAction: 'for a shared view that others lose',
  deleteViewAction: 'for a shared view',
  removeReasonTemplateAction: 'always',
  discardBatchAction: 'for the file of another person',
  // Ways into an account.
  createPasswordResetAction: 'always',
  resetFactorAction: 'always',
  verifyAddressAction: 'always',
  endMemberSessionsAction: 'always',
  changePasswordAction: 'with the second factor, if there is one; the password is always needed',
  requestEmailChangeAction: 'with the second factor, if there is one; the password is always needed',
  startTotpAction: 'always, or the password for a first app without passkeys',
  replaceRecoveryCodesAction: 'always',
  removeFactorAction: 'always',
  changeGroupRolesAction: 'always',
  createApiTokenAction: 'always',
  decideApiTokenAction: 'always',
  rerollApiTokenAction: 'always',
  takeOverApiTokenAction: 'always',
  setTokenLifetimeAction: 'for a longer life',
  decideTokenLifetimeAction: 'for an approval',
  // Addresses outside that receive facts of the business, and the secrets that prove who sent them.
  addEndpointAction: 'always',
  proposeReviewEndpointAction: 'always',
  decideReviewEndpointAction: 'for an approval',
  changeEndpointAction: 'always',
  rotateEndpointSecretAction: 'always',
  enableEndpointAction: 'always',
  deleteEndpointAction: 'always',
  // Storage outside that gets all records.
  setWarehouseAction: 'always',
  copyNowAction: 'always',
  removeWarehouseAction: 'always',
  startPasskeyRegistrationAction: 'always',
  addPasskeyAction: 'always',
  removePasskeyAction: 'always',
  proposeFewerRolesAction: 'always',
  decideFewerRolesAction: 'for an approval',
  revokeSessionAction: 'always',
  revokeOtherSessionsAction: 'always',
};

/**
 * Actions that need none, by reason. A new action belongs in this list or in the one above: what gives access or destroys
 * needs a recent authentication.
 */
export const unconfirmedActions: Readonly<Record<string, readonly string[]>> = {
  'the secret of a link, a password or a passkey is the proof': [
    'acceptInvitationAction',
    'cancelSignInAction',
    'confirmEmailChangeAction',
    'confirmFirstTotpAction',
    'confirmTotpAction',
    'joinByInvitationAction',
    'reauthenticateAction',
    'reauthenticateWithPasskeyAction',
    'requestPasswordResetAction',
    'resetPasswordAction',
    'startFirstTotpAction',
    'startPasskeyReauthenticationAction',
    'startPasskeySignInAction',
    'startPasskeyStepAction',
  ],
  'it changes only how a person works': [
    'changeProfileAction',
    'discardDraftAction',
    'markNotificationsReadAction',
    'previewRetentionAction',
    'readConfirmationMethodsAction',
    'renamePasskeyAction',
    'saveDraftAction',
    'saveViewAction',
    'setDefaultViewAction',
    'setNotificationsAction',
  ],
  'it makes access stricter, and the same people can undo it': [
    'forgetDevicesAction',
    'placeHoldAction',
    'requireFactorAction',
    'revokeInvitationAction',
  ],
  'it takes effect only after a second person has confirmed': [
    'proposeBasisAction',
    'proposeHoldLiftAction',
    'proposeOpeningAction',
    'proposePaymentAction',
    'proposePeriodReopeningAction',
    'proposeRuleChangeAction',
    'signCloseAction',
  ],
  'it stops work that runs, which must be possible at once, and what was done stays': [
    'pauseBatchAction',
    'revokeApiTokenAction',
    'stopBacktestAction',
    'stopBatchAction',
    'stopExportFileAction',
    'stopReprocessingAction',
  ],
  'what it changes or removes stays stored, and the same role can undo it': [
    'changeLabelAction',
    'discardRuleAction',
    'editNoteAction',
    'labelRecordsAction',
    'mergeCasesAction',
    'removeLabelAction',
    'removeImportAction',
    'removeMatchRuleAction',
    'removeScheduleAction',
    'removeSettlementAction',
    'changeScheduleAction',
    'pauseScheduleAction',
    'separateCaseAction',
    'setAccountsAction',
    'setCategoriesAction',
    'setTimeZoneAction',
    'setToleranceAction',
    'undoCaseChangeAction',
    'undoMatchAction',
    'unwatchCounterpartyAction',
    'watchCounterpartyAction',
  ],
  'it adds to the records or reads, is daily work of its role, and each use is audited': [
    'acceptSuggestionAction',
    'acknowledgeConflictAction',
    'acknowledgeRefusalsAction',
    'addCounterpartyNoteAction',
    'addLabelAction',
    'addNoteAction',
    'amendReportAction',
    'answerRequestAction',
    'assignCasesAction',
    'backtestRuleAction',
    'checkConnectionAction',
    'checkImportAction',
    'checkJournalAction',
    'checkRowsAction',
    'checkStepAction',
    'correctRowAction',
    'createPaymentAction',
    'createScheduleAction',
    'runScheduleNowAction',
    'expectWithdrawalsAction',
    'fileReportAction',
    'ignoreItemsAction',
    'importRecordAction',
    'inspectFileAction',
    'matchItemsAction',
    'openManualCaseAction',
    'readCaseNowAction',
    'readListedPaymentAction',
    'readPaymentNowAction',
    'recordNotCreatedAction',
    'recordRowsNotCreatedAction',
    'previewMatchRuleAction',
    'recordSettlementAction',
    'refreshBusinessAction',
    'replayEventAction',
    'replayEventsAction',
    'sendTestEventAction',
    'refreshMinimumsAction',
    'requestInformationAction',
    'reserveClientIdAction',
    'retryImportAction',
    'resumeBatchAction',
    'resumeWorkAction',
    'runMatchRulesAction',
    'saveCustomerMessageAction',
    'saveReasonTemplateAction',
    'saveReportAction',
    'saveMatchRuleAction',
    'saveRuleAction',
    'saveTemplateAction',
    'sendAgainAction',
    'sendApprovedAction',
    'snoozeCaseAction',
    'snoozeCasesAction',
    'startDryRunAction',
    'startImportAction',
    'startRunAction',
    'startSelectedDryRunAction',
    'startUploadAction',
    'takeNextAction',
    'workExceptionAction',
    'workSelectedAction',
    'writeNoteAction',
  ],
};

/** Files for people that need a recent authentication. Their routes have no action. */
export const confirmedReads: readonly string[] = ['exportList', 'fetchExportFile', 'createEvidencePack'];

/** The functions of lib/access/recent-authentication.ts. */
const checks: ReadonlySet<string> = new Set([
  'findStaleAuthentication',
  'requireRecentAuthentication',
  'requireRecentFactor',
]);

type Body = { readonly file: SourceFile; readonly node: ts.Node };

type NamedBody = readonly [name: string, body: Body];

/** Returns the named functions at the top level of a file. */
const listFunctions = (file: SourceFile): readonly NamedBody[] =>
  file.tree.statements.flatMap((statement): readonly NamedBody[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
      return [[statement.name.text, { file, node: statement }]];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }): readonly NamedBody[] =>
      ts.isIdentifier(name) && initializer !== undefined ? [[name.text, { file, node: initializer }]] : [],
    );
  });

/** True if the body uses what a call returns. A variable counts only if the body reads it. */
function isResultUsed(call: ts.Node, body: ts.Node): boolean {
  let { parent } = call;
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return false;
  if (!ts.isVariableDeclaration(parent)) return true;
  const { name } = parent;
  return (
    !ts.isIdentifier(name) ||
    listNodes(body).some((node) => ts.isIdentifier(node) && node !== name && node.text === name.text)
  );
}

/**
 * Lists the names that an expression calls or passes on, such as the verb in `runAction(form, verb)`. A function that
 * finds something, such as a refusal, counts only if its result is used.
 */
function listUsedNames(body: ts.Node): readonly string[] {
  return listNodes(body).flatMap((inner) => {
    const called = calledName(inner);
    const isIgnored = called === undefined || (called.startsWith('find') && !isResultUsed(inner, body));
    const passed = ts.isCallExpression(inner) ? inner.arguments.filter(ts.isIdentifier) : [];
    return [...(isIgnored ? [] : [called]), ...passed.map(({ text }) => text)];
  });
}

/**
 * Finds the actions and functions that check for a recent authentication, themselves or through the functions that they
 * call. A name is looked up in its own file, and an imported one in the file from which it comes. If several files
 * declare the asked name, each of them must check.
 */
export function findConfirming(sources: readonly SourceFile[]): (name: string) => boolean {
  const bodies = new Map<string, Body>();
  const keys = new Map<string, string[]>();
  const toKey = (path: string, name: string): string => `${path} ${name}`;
  for (const file of sources)
    for (const [name, body] of listFunctions(file)) {
      const key = toKey(file.path, name);
      bodies.set(key, body);
      keys.set(name, [...(keys.get(name) ?? []), key]);
    }
  const resolve = resolveNames(sources, (path, name) => bodies.has(toKey(path, name)));
  const known = new Map<string, boolean>();
  const visit = (key: string): boolean => {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, false);
    const body = bodies.get(key);
    const confirms =
      body !== undefined &&
      listUsedNames(body.node).some((name) => {
        if (checks.has(name)) return true;
        const target = resolve(body.file.path, name);
        return target !== null && visit(toKey(target.path, target.name));
      });
    known.set(key, confirms);
    return confirms;
  };
  return (name) => {
    const declared = keys.get(name) ?? [];
    return declared.length > 0 && declared.every(visit);
  };
}

/** Lists the server actions of these files. */
export const listActionNames = (sources: readonly SourceFile[]): readonly string[] =>
  sources
    .filter(({ path }) => /^lib\/.+\/actions\.ts$/.test(path))
    .flatMap(listFunctions)
    .map(([name]) => name);
