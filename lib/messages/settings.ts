import { createMessages } from './create-messages.ts';

/** Texts of the Settings page. */
export const tSettings = createMessages({
  title: 'Settings',
  ofBusiness: 'The following settings apply to everyone in this business.',
  description: 'These settings apply to your account in every business. <zone></zone>.',
  profile: {
    title: 'Profile',
    name: 'Name',
    email: 'Email address',
    locale: 'Language and region',
    localeHelp: 'This choice sets the format of numbers and times. All text is in English.',
    browserLocale: 'Browser’s language',
    hourCycle: 'Time format',
    hourCycles: { default: 'Region default', h23: '24 hours', h12: '12 hours' },
    theme: 'Theme',
    themeHelp: 'The theme applies only to this browser.',
    preview: 'Preview',
    save: 'Save profile',
    saved: 'Profile saved',
    failed: 'The profile couldn’t be saved',
  },
  password: {
    title: 'Password',
    changed: 'Last changed <time></time>.',
    neverChanged: 'Password never changed.',
    current: 'Current password',
    new: 'New password',
    help: 'At least 12 characters. Any characters are allowed.',
    effect: 'A new password ends all your other sessions.',
    submit: 'Change password',
    saved: 'Password changed',
    ended:
      '{count, plural, =0 {No other session was open.} one {# other session ended.} other {# other sessions ended.}}',
    failed: 'The password couldn’t be changed',
  },
  environmentPassword: {
    title: 'Replace your first password',
    detail:
      'It came from the settings of the installation, so everyone who can read them knows it. Scripts that sign in with it need the new one, too.',
    action: 'Change password',
  },
  singleSignOn: {
    title: 'Single sign-on',
    linked: 'Linked to {email} at {name} since <linked></linked>. Last used <used></used>.',
    notLinked: 'Your account isn’t linked. Sign in with {name} once to link it.',
    onlyWay: 'People with your email domain sign in only with {name}. Your account has no password.',
    unlink: 'Only the operator of Countinghouse can remove the link.',
  },
  sessions: {
    title: 'Sessions',
    device: 'Device',
    address: 'IP address',
    createdAt: 'Signed in at',
    lastSeenAt: 'Last active',
    actions: 'Actions',
    current: 'This session',
    newDevice: 'New device',
    newDeviceHint: 'First sign-in with this browser, within the last 7 days',
    endedByLimit: 'Ended <time></time>: too many open sessions',
    noAddress: 'No IP address was recorded.',
    notice: 'Sign-in from a new device',
    noticeDetail: 'If you don’t recognize this sign-in, revoke the session and change your password.',
    revoke: 'Revoke',
    revokeNamed: 'Revoke {device}',
    revoked: 'Session ended',
    revokeFailed: 'The session couldn’t be ended',
    revokeOthers: 'Revoke all other sessions',
    othersRevoked: 'All other sessions ended',
    note: 'A session ends after {minutes, plural, one {# minute} other {# minutes}} without activity, and {hours, plural, one {# hour} other {# hours}} after sign-in.',
  },
  notifications: {
    title: 'Notifications',
    choose: 'Notifications of this business',
    off: 'No mail server is configured, so no emails are sent. The operator of Countinghouse can set one up.',
    security: 'Security notices',
    securityHelp:
      'Notices about new devices, many wrong passwords, too many open sessions, and changes to your password or two-factor authentication. You can’t turn these notices off.',
  },
});

/** Texts of the businesses of a person on the Settings page. */
export const tSettingsBusinesses = createMessages({
  title: 'Businesses',
  help: 'Each business has its own payments, people and settings.',
  name: 'Name',
  role: 'Your role',
  timeZone: 'Time zone',
  current: 'This page',
  add: {
    button: 'Add business',
    title: 'Add a business',
    detail:
      'Use this for another business of your company at the payment service. You become its owner here. Your colleagues don’t get access until you invite them.',
    id: 'Business ID',
    idHelp: 'The service gave it to you. The API key of this installation must be able to read it.',
    confirm: 'Add business',
    done: 'Business added',
    doneDetail: 'Next, set its callback addresses at the service.',
    failed: 'The business couldn’t be added',
  },
});

/** Says wherever email is missed that there is none, and who can change that. Each place adds the effect. */
export const tMailOff = createMessages({
  line: 'No mail server is configured. The operator of Countinghouse can set one up.',
});
