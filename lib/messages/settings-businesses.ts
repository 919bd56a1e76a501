import { createMessages } from './create-messages.ts';

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
