import { setTimeout as pause } from 'node:timers/promises';
import { answerCallback } from '#lib/callbacks/index.ts';
import { serve } from './serve.ts';

/** What no door may do, for the negative control: it acknowledges what it has, and commits it half a second later. */
serve(async (request) => {
  const bytes = new Uint8Array(await new Response(request.body).arrayBuffer());
  void pause(500).then(() => answerCallback({ ...request, body: new Response(bytes).body }));
  return new Response(null, { status: 200 });
});
