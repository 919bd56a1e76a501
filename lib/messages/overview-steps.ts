import { createMessages } from './create-messages.ts';

/** The first steps of a new business. */
export const tOverviewSteps = createMessages({
  steps: {
    title: 'First steps',
    done: 'Done',
    toDo: 'To do',
    business: {
      title: 'Get the business record from the service',
      text: 'The business record lists the currencies, networks and callback URLs that are set up at the service.',
      action: 'Open Business',
    },
    payment: {
      title: 'Create the first payment',
      text: 'You get a checkout link for your customer.',
      action: 'New payment',
    },
    callback: {
      title: 'Receive the first callback',
      text: 'The service sends a callback after the blockchain’s first confirmation of a deposit.',
      action: 'Open Connection',
    },
  },
});
