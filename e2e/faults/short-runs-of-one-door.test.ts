import { registerShortRuns } from './scene/play-short-runs.ts';
import { hasOneServer } from './short-runs.ts';

registerShortRuns(hasOneServer);
