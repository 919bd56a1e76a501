import * as z from 'zod';

/** Node keeps the response of a connection here while it is being sent. */
const responding = z.object({ _httpMessage: z.object({ headersSent: z.literal(true) }) });

/** Returns whether a response is being sent on the connection of this socket: nothing else may be written into it. */
export function isResponseStarted(socket: unknown): boolean {
  return responding.safeParse(socket).success;
}
