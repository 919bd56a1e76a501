/** Labels of the actions on API tokens in the audit log. */
export const tokenActions = {
  approve: 'Writing by an API token approved',
  'approve-lifetime': 'Longer life of API tokens approved',
  'decline-lifetime': 'Longer life of API tokens declined',
  'propose-lifetime': 'Longer life of API tokens proposed',
  'set-lifetime': 'Shorter life of API tokens set',
  'withdraw-lifetime': 'Longer life of API tokens withdrawn',
  'change-groups': 'Roles of the directory’s groups changed',
  create: 'API token created',
  decline: 'Writing by an API token declined',
  reroll: 'API token rerolled',
  revoke: 'API token revoked',
  'take-over': 'API token taken over',
  withdraw: 'Writing by an API token withdrawn',
} as const;

/** Labels of the actions of a directory in the audit log. */
export const directoryActions = {
  change: 'User or group of the directory changed',
  create: 'User or group of the directory added',
  delete: 'User or group of the directory removed',
} as const;
