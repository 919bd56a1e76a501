import 'server-only';

export { minimumsView } from './queries.ts';
export { refreshReadings } from './refresh-readings.ts';
