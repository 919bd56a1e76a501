import { expect, test } from 'vitest';
import { tTeam } from '#lib/messages/team.ts';
import { describeInvitationStatus } from './invitation-status.ts';

const copied = { isExpired: false, mail: null } as const;
const unreachable = 'connect ECONNREFUSED 127.0.0.1:25';

test.each([
  ['a copied link', copied, 'linkCreated', null],
  ['a mail that waits', { ...copied, mail: { state: 'waiting', reason: null } }, 'mailWaiting', null],
  ['a sent mail', { ...copied, mail: { state: 'sent', reason: null } }, 'mailSent', null],
  [
    'a mail server that is away',
    { ...copied, mail: { state: 'waiting', reason: unreachable } },
    'mailDelayed',
    'mailDelayedDetail',
  ],
  [
    'a refused mail',
    { ...copied, mail: { state: 'failed', reason: '550 No such user' } },
    'mailFailed',
    'mailFailedDetail',
  ],
  [
    'a mail that was not sent',
    { ...copied, mail: { state: 'dropped', reason: 'Mail was switched off' } },
    'mailFailed',
    'mailFailedDetail',
  ],
  [
    'an expired invitation whose mail failed',
    { isExpired: true, mail: { state: 'failed', reason: unreachable } },
    'expired',
    null,
  ],
] as const)('says what to do about %s', (_name, invitation, label, detail) => {
  expect(describeInvitationStatus(invitation)).toMatchObject({
    label: tTeam(`invitations.${label}`),
    detail: detail === null ? null : tTeam(`invitations.${detail}`),
  });
});
