import { playShortRuns } from './scene/play-short-runs.ts';
import { hasOneDoor } from './short-runs.ts';

playShortRuns((run) => !hasOneDoor(run));
