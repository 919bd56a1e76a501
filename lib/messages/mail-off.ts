import { createMessages } from './create-messages.ts';

/** Says wherever email is missed that there is none, and who can change that. Each place adds the effect. */
export const tMailOff = createMessages({
  line: 'No mail server is configured. The operator of Countinghouse can set one up.',
});
