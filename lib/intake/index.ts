import 'server-only';

/** The lean door for callbacks: a server of its own, without Next and without its build. */
export { startIntake } from './start-intake.ts';
