import 'server-only';

export { minimumsView } from './queries.ts';
export { refreshMinimums } from './refresh-minimums.ts';
export { refreshReadings } from './refresh-readings.ts';
