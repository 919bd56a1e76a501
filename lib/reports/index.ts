import 'server-only';

export { readOverview } from './queries/overview.ts';
export { viewRaw } from './queries/raw.ts';
export { paymentTimeline, withdrawalTimeline } from './queries/timeline.ts';
