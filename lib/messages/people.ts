import { createMessages } from './create-messages.ts';

/** Messages of signing in and of setting up a person. */
export const tPeople = createMessages({
  commonPassword: 'This password is on lists of stolen passwords. Choose another one.',
  currentPasswordMissing: 'Enter your current password.',
  device: { named: '{browser} on {system}', samsung: 'Samsung Internet', unknown: 'Unknown browser' },
  enterCredentials: 'Enter your email and password.',
  invalidEmail: 'Enter an email address, such as name@example.com.',
  unusualEmail:
    'This address contains a letter outside A to Z that looks like another letter. Type the address again.',
  nameMissing: 'Enter a name.',
  passwordChangedMeanwhile: 'Your password was changed after you opened this page. Reload the page.',
  patternPassword: 'This password is a simple pattern, such as aaaa or 1234. Choose another one.',
  personalPassword:
    'This password contains your name, a part of your email address, or the name of your business or this product. Choose another one.',
  revokeCurrent: 'This is your current session. Sign out to end it.',
  samePassword: 'This is your current password. Choose another one.',
  shortPassword: 'Use at least 12 characters for the password.',
  singleSignOnOnly: 'Accounts of this email domain sign in with {name}, not with a password.',
  tooManySignIns: 'Too many people are signing in right now. Wait a minute, then try again.',
  unknownLocale: 'Choose a language from the list.',
  wrongCurrentPassword: 'The current password is wrong.',
  wrongCredentials: 'The email or password is wrong. Check both, then try again.',
});
