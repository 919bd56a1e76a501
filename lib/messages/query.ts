import { createMessages } from './create-messages.ts';

/** Texts about failed requests and actions. */
export const tQuery = createMessages({
  about: '{object}: {title}',
  connectionLost: 'The connection was lost. Try again.',
  downloadFailed: 'The download couldn’t be started',
  connectionLostPartly:
    'The connection was lost, so some records may not have changed. Check the list, then repeat the action for those records.',
  outdated: 'A new version is available. Nothing was sent. Reload the page.',
  serverFailedPartly:
    'Something went wrong on our side, so some records may not have changed. Check the list, then repeat the action for those records.',
  unexpectedShape: 'The server sent an answer that this page doesn’t understand. Reload the page.',
  serverAnswered: 'The server returned an error ({status}). Try again.',
});
