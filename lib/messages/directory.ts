import { createMessages } from './create-messages.ts';

/** Texts of the directory (SCIM): its section in Settings, and the errors that the directory receives. */
export const tDirectory = createMessages({
  title: 'Directory (SCIM)',
  scheme: 'An API token with the scope directory:write in the header Authorization.',
  about:
    'Your directory creates people, gives them roles by their groups and takes their access away. It needs an API token with the scope “Directory”.',
  address: 'SCIM address',
  none: 'No directory is connected. Create an API token with the scope “Directory”, and give it to your directory.',
  users: '{count, plural, =0 {No people yet} one {# person} other {# people}}',
  token: 'Token {name}',
  group: 'Group',
  role: 'Role',
  noRoles: 'No group has a role yet, so the directory can only take access away.',
  next: 'New roles take effect <time></time>.',
  change: 'Change roles',
  waiting: 'A change of the roles waits for another owner.',
  groups: {
    label: 'Roles of groups',
    help: 'One group per line, such as “Finance team = finance”. If a person is in several groups, the first line applies. Roles: viewer, accountant, finance, compliance, approver. Owners and auditors are chosen on Team.',
    invalid:
      'Write one group per line, an equals sign and a role: viewer, accountant, finance, compliance or approver.',
    twice: 'Each group may have only one role.',
    title: 'Change the roles of {name}',
    detail:
      'Another owner must approve the change. While you are the only owner, it takes effect after 72 hours. Roles then change with the next request of the directory.',
    submit: 'Propose roles',
    done: 'Roles proposed',
    failed: 'The roles couldn’t be proposed',
  },
  sentence: 'Let the directory {name} create people and give its groups these roles: {roles}.',
  reviewTitle: 'Let the directory {name} give these roles?',
  consequence:
    'It creates people, gives them roles and takes their access away, at any time and without a confirmation.',
  pair: '{group} = {role}',
  noPairs: 'none',
  refused: {
    second:
      'This business already has a directory. To replace its token, reroll it. To connect another directory, revoke it first.',
    noDirectory: 'This token belongs to no directory.',
  },
  scim: {
    filter:
      'Only comparisons with “eq”, joined by “and”, are supported, and only of attributes in the schemas.',
    path: 'The path is invalid.',
    object: 'Send a JSON object.',
    target: 'The path selects nothing.',
    noPath: 'A removal needs a path.',
    missing: 'This attribute is required.',
    required: 'The attribute {attribute} can’t be removed.',
    value: 'The attribute {attribute} is invalid.',
    email: 'The user needs an email address, as userName or among emails.',
    taken: '{kind, select, user {Another user has this name.} other {Another group has this name.}}',
    linked: 'Another user of the directory has this email address.',
    unverified:
      'This email address has an account that isn’t verified. Invite the person on Team. After they join, send the user again.',
    member: 'Each member has to be a user of this directory.',
    number: 'startIndex and count have to be whole numbers.',
    unsupported: 'This part of SCIM isn’t supported.',
  },
});
