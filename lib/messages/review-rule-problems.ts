import { createMessages } from './create-messages.ts';

/** Errors of the form of a review rule, which the browser finds too. */
export const tRuleProblems = createMessages({
  choice: 'Choose one of the options.',
  wholeNumber: 'Enter a whole number from 1 to {most, number}.',
  currency: 'Choose a currency.',
  amount:
    'Enter an amount in digits, such as 0.5. Use at most 35 digits before the decimal point and 30 after it.',
  score: 'Enter a number on the scale of the scores that the service reports, such as 75 or 0.8.',
  ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
  days: 'Choose at least one day.',
  time: 'Enter a time, such as 22:00.',
  conditions: 'Use at most {most, number} conditions.',
  places: 'Choose which parties the rule checks.',
  category: 'Enter a category of at most {most, number} characters.',
  name: 'Enter a name of at most {most, number} characters.',
});
