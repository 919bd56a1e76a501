import { createMessages } from './create-messages.ts';

/** Texts about records that are read from the service now and then. */
export const tReadings = createMessages({
  age: 'Refreshed <time></time>',
  ageUnchanged: 'Refreshed <time></time>, unchanged since <since></since>',
  failed: 'Could not refresh the {subject}',
  failedAgain: 'Could not refresh the {subject}. You see the data from the last refresh.',
  never: 'Not yet refreshed from the service',
  tried: 'Last attempt to refresh: <time></time>.',
  refresh: {
    button: 'Refresh from service',
    done: 'Refreshed from the service',
    failed: 'The data couldn’t be refreshed from the service',
  },
});
