import { playShortRuns } from './scene/play-short-runs.ts';
import { isOfDoorsAlone } from './short-runs.ts';

playShortRuns(isOfDoorsAlone);
