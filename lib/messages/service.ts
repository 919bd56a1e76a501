import { createMessages } from './create-messages.ts';

/** Reasons why a call to the payment service failed. They complete a sentence such as “The service couldn’t be reached: …”. */
export const tService = createMessages({
  notSent: {
    'connect-failed': 'no connection to {host} could be made',
    'connect-failed-with-code': 'no connection to {host} could be made ({code})',
    'connect-timeout': '{host} did not accept a connection in time',
    'name-not-found': 'the host name {host} could not be found',
    refused: '{host} refused the connection',
    'switched-off': 'refreshing payments is not set up (SERVICE_PAYMENT_READ_PATH)',
    tls: 'no secure connection to {host} could be made ({code})',
  },
  unknown: {
    'connection-lost': 'the connection was lost before the full answer arrived',
    'not-http': 'the answer was not a valid HTTP response',
    timeout: 'no full answer arrived within {seconds} seconds',
    'too-large': 'the answer was longer than {kib} KiB',
  },
});
