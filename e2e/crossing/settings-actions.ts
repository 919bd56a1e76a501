import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { allRoles, fileRoles, ownerOnly, reviewRoles, settingsApprovers } from './roles.ts';

const invalid: readonly AllowedResult[] = ['invalid', 'throttled'];
/** No person in the test has a second factor. */
const noFactor: readonly AllowedResult[] = ['invalid', 'throttled', 'conflict'];

const unknownEndpoint = ({ business }: RecordIds) => ({ businessId: business, endpointId: randomUUID() });
/** No endpoint of the test exists. */
const noEndpoint: readonly AllowedResult[] = ['conflict'];
const noWarehouse = noEndpoint;

/** Actions of people on their own account. The people of the test have no password, so none is right. */
export const settingsActions = {
  markNotificationsReadAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business, ids: 'all' }),
  },
  setNotificationsAction: {
    roles: allRoles,
    // An approver is not notified about mentions.
    otherResults: ['invalid'] satisfies readonly AllowedResult[],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      choices: [{ kind: 'mention', delivery: 'app' }],
      timeZone: 'UTC',
      quietHours: null,
    }),
  },
  changeProfileAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      name: 'Crossed',
      locale: null,
      hourCycle: null,
    }),
  },
  changePasswordAction: {
    roles: allRoles,
    otherResults: invalid,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      currentPassword: 'none',
      password: 'a quiet long password',
    }),
  },
  reauthenticateAction: {
    roles: allRoles,
    otherResults: invalid,
    input: ({ business }: RecordIds) => ({ businessId: business, currentPassword: 'none' }),
  },
  checkReauthenticationAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  readConfirmationMethodsAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  startPasskeySignInAction: { roles: [], isPublic: true, input: () => ({}) },
  startPasskeyRegistrationAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  addPasskeyAction: {
    roles: allRoles,
    otherResults: ['invalid'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      name: 'Crossed',
      registration: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        response: { clientDataJSON: 'none', attestationObject: 'none' },
      },
    }),
  },
  // Every passkey that these people name is unknown, which answers as for a foreign one.
  renamePasskeyAction: {
    roles: [],
    bySecret: 'signed in',
    input: ({ business }: RecordIds) => ({
      businessId: business,
      passkeyId: randomUUID(),
      name: 'Crossed',
    }),
  },
  removePasskeyAction: {
    roles: [],
    bySecret: 'signed in',
    input: ({ business }: RecordIds) => ({ businessId: business, passkeyId: randomUUID() }),
  },
  startPasskeyReauthenticationAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  reauthenticateWithPasskeyAction: {
    roles: allRoles,
    otherResults: ['invalid'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      assertion: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
      },
    }),
  },
  requestEmailChangeAction: {
    roles: allRoles,
    // No mail server is configured here.
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      email: 'new@example.test',
      currentPassword: 'none',
    }),
  },
  confirmEmailChangeAction: {
    roles: [],
    bySecret: 'anybody',
    input: () => ({ token: 'x'.repeat(43) }),
  },
  createApiTokenAction: {
    roles: fileRoles.filter((role) => !role.startsWith('auditor')),
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, name: 'Crossed', scopes: ['business:read'], businesses: [business] },
      ...{ days: '7', addresses: '' },
    }),
  },
  decideApiTokenAction: {
    roles: ['owner'],
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
      comment: '',
    }),
  },
  changeGroupRolesAction: {
    roles: ownerOnly,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({ businessId: business, tokenId: randomUUID(), groups: '' }),
  },
  // Every token that these people name is unknown, which answers as for a foreign one.
  rerollApiTokenAction: {
    roles: [],
    bySecret: 'signed in',
    input: ({ business }: RecordIds) => ({ businessId: business, tokenId: randomUUID(), overlapHours: '0' }),
  },
  setTokenLifetimeAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({ businessId: business, days: '90' }),
  },
  decideTokenLifetimeAction: {
    roles: settingsApprovers,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, proposalId: randomUUID(), answer: 'decline', comment: '' },
    }),
  },
  takeOverApiTokenAction: {
    roles: [],
    bySecret: 'signed in',
    input: ({ business }: RecordIds) => ({ businessId: business, tokenId: randomUUID() }),
  },
  revokeApiTokenAction: {
    roles: [],
    bySecret: 'signed in',
    input: ({ business }: RecordIds) => ({ businessId: business, tokenId: randomUUID() }),
  },
  addEndpointAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, url: 'https://events.example.com/crossed' },
      types: ['payment.created'],
    }),
  },
  proposeReviewEndpointAction: {
    roles: ownerOnly,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, url: 'https://events.example.com/crossed' },
      ...{ types: ['review-case.opened'], reason: 'The program of compliance lists all cases.' },
    }),
  },
  decideReviewEndpointAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, proposalId: randomUUID(), answer: 'decline', comment: '' },
    }),
  },
  changeEndpointAction: {
    roles: ownerOnly,
    otherResults: noEndpoint,
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, endpointId: randomUUID(), url: 'https://events.example.com/crossed' },
      types: ['payment.created'],
    }),
  },
  rotateEndpointSecretAction: { roles: ownerOnly, otherResults: noEndpoint, input: unknownEndpoint },
  deleteEndpointAction: { roles: ownerOnly, otherResults: noEndpoint, input: unknownEndpoint },
  sendTestEventAction: { roles: ownerOnly, otherResults: noEndpoint, input: unknownEndpoint },
  enableEndpointAction: {
    roles: ownerOnly,
    otherResults: noEndpoint,
    input: (ids: RecordIds) => ({ ...unknownEndpoint(ids), isEnabled: false }),
  },
  replayEventAction: {
    roles: ownerOnly,
    otherResults: noEndpoint,
    input: (ids: RecordIds) => ({ ...unknownEndpoint(ids), eventId: randomUUID() }),
  },
  replayEventsAction: {
    roles: ownerOnly,
    otherResults: noEndpoint,
    input: (ids: RecordIds) => ({
      ...unknownEndpoint(ids),
      from: '2026-11-01',
      to: '2026-11-30',
      which: 'failed',
    }),
  },
  setWarehouseAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, url: 'https://storage.example.com', region: 'eu-central-1' },
      ...{ bucket: 'crossed', folder: '', accessId: 'key', secret: 'secret', hour: '2' },
    }),
  },
  // The owner sets and removes it, in either order.
  copyNowAction: {
    roles: ownerOnly,
    otherResults: noWarehouse,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  removeWarehouseAction: {
    roles: ownerOnly,
    otherResults: noWarehouse,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  revokeSessionAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business, sessionId: randomUUID() }),
  },
  revokeOtherSessionsAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  startTotpAction: {
    roles: allRoles,
    otherResults: noFactor,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proof: { kind: 'password', password: 'none' },
    }),
  },
  confirmTotpAction: {
    roles: allRoles,
    otherResults: noFactor,
    input: ({ business }: RecordIds) => ({ businessId: business, code: '123456' }),
  },
  replaceRecoveryCodesAction: {
    roles: allRoles,
    otherResults: noFactor,
    input: ({ business }: RecordIds) => ({ businessId: business, code: '123456' }),
  },
  removeFactorAction: {
    roles: allRoles,
    otherResults: noFactor,
    input: ({ business }: RecordIds) => ({ businessId: business, code: '123456' }),
  },
  forgetDevicesAction: {
    roles: allRoles,
    input: ({ business }: RecordIds) => ({ businessId: business }),
  },
  requireFactorAction: {
    roles: ownerOnly,
    input: ({ business }: RecordIds) => ({ businessId: business, roles: ['finance'] }),
  },
  // All roles stay, so that nothing is proposed.
  proposeFewerRolesAction: {
    roles: ownerOnly,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      roles: [...allRoles],
      reason: 'Crossed with every role here',
    }),
  },
  decideFewerRolesAction: {
    roles: settingsApprovers,
    otherResults: ['conflict'],
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
      comment: '',
    }),
  },
  // The cookie of a sign-in that waits is the secret of these.
  startPasskeyStepAction: { roles: [], bySecret: 'anybody', input: () => ({}) },
  startFirstTotpAction: { roles: [], bySecret: 'anybody', input: () => ({}) },
  confirmFirstTotpAction: { roles: [], bySecret: 'anybody', input: () => ({ code: '123456' }) },
  cancelSignInAction: { roles: [], isPublic: true, input: () => ({}) },
} as const;
