import 'server-only';

/** When each person last visited a business. Only the person's own Overview uses it, to say what is new. */
export { recordVisit } from './record-visit.ts';
