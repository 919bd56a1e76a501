import * as z from 'zod';

/** Node keeps the response of a connection here while it is being sent. */
const responding = z.object({ _httpMessage: z.object({ headersSent: z.literal(true) }) });

/** Returns whether this socket is sending a response, so that nothing else may be written to it. */
export function isResponseStarted(socket: unknown): boolean {
  return responding.safeParse(socket).success;
}
