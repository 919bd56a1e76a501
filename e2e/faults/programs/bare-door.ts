import { answerCallback } from '#lib/callbacks/index.ts';
import { serve } from './serve.ts';

/** What `answerCallback` answers, and nothing else. */
serve(async (request) => (await answerCallback(request)).response);
