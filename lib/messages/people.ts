import { createMessages } from './create-messages.ts';

/** Messages of signing in and of setting up a person. */
export const tPeople = createMessages({
  enterCredentials: 'Enter your email and password.',
  invalidEmail: 'Enter an email address, such as name@example.com.',
  unusualEmail:
    'This address contains a letter outside A to Z that can look like another one. Type the address again.',
  nameMissing: 'Enter a name.',
  shortPassword: 'Use at least 12 characters for the password.',
  wrongCredentials: 'The email or password is wrong. Check both, then try again.',
});
