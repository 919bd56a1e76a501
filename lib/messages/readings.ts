import { createMessages } from './create-messages.ts';

/** Texts about records that are read from the service now and then. */
export const tReadings = createMessages({
  age: 'Refreshed <time></time>',
  ageUnchanged: 'Refreshed <time></time>, unchanged since <since></since>',
  failed: 'Could not refresh the {subject}',
  failedAgain: 'Could not refresh the {subject}. The last version is shown.',
  never: 'Not yet refreshed from the service',
  tried: 'Last attempt: <time></time>.',
  refresh: {
    button: 'Refresh from service',
    connectionLost: 'The connection was lost. Try again.',
    done: 'Refreshed from the service',
    failed: 'The data wasn’t refreshed from the service',
  },
});
