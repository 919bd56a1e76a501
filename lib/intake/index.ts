/**
 * The intake server for callbacks: a small HTTP server without Next, for high load. It answers the callback addresses
 * like the route of the web app, by the same functions of `lib/callbacks`, and reports its health and metrics. It serves
 * nothing else.
 */
import 'server-only';

export { answerStatus } from './answer-status.ts';
export { startIntake } from './start-intake.ts';
