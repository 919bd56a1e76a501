import type { ServerKind } from './parts/server.ts';
import { runInSequence } from './scene/plays.ts';
import type { Scene } from './scene/scene.ts';

/** A run of a few seconds for `npm test`. */
export type ShortRun = {
  readonly name: string;
  readonly servers: readonly ServerKind[];
  readonly creators: number;
  /** Number of owners who decide on quarantined callbacks. Default: none. */
  readonly deciders?: number;
  readonly play: (scene: Scene) => Promise<void>;
};

/** The web app next to the intake process, where there is a build. `npm test` builds it first. */
const withWeb: readonly ServerKind[] = ['web', 'intake'];
const one: readonly ServerKind[] = ['intake'];
const two: readonly ServerKind[] = ['intake', 'intake'];

/** The position in this list is the seed of a run. Each start costs seconds, so a run has several disturbances. */
export const shortRuns: readonly ShortRun[] = [
  {
    name: 'kill -9 of the database twice, of the door twice, and of both',
    servers: one,
    creators: 0,
    play: runInSequence([
      'kill the database',
      'kill the database',
      'kill a door',
      'kill a door',
      'kill everything',
    ]),
  },
  {
    name: 'the database restarts and stands still, SIGTERM under load',
    servers: one,
    creators: 0,
    play: runInSequence(['restart the database', 'freeze the database', 'stop a door', 'stop a door']),
  },
  {
    name: 'people decide, kill -9 of a session, of one door of two, of doors and database',
    servers: two,
    creators: 0,
    deciders: 1,
    play: runInSequence([
      'kill a session',
      'kill a session',
      'kill a door',
      'kill a door',
      'kill everything',
    ]),
  },
  {
    name: 'one door of two is replaced, the same event fifty times, and a kill',
    servers: two,
    creators: 0,
    play: runInSequence(['stop a door', 'stop a door', 'fifty at once', 'kill a door']),
  },
  {
    name: 'one event 720 times, shuffled, and events 23 hours late',
    servers: one,
    creators: 0,
    play: runInSequence(['all day long', 'almost a day later']),
  },
  {
    name: 'clocks ten minutes off either way',
    servers: two,
    creators: 0,
    play: runInSequence(['wrong clocks']),
  },
  {
    name: 'creates at a service of many moods',
    servers: one,
    creators: 2,
    play: runInSequence(['another mood', 'another mood', 'kill a creator']),
  },
  {
    name: 'people create and decide, kill -9 of the database, of people and of a reprocessing',
    servers: one,
    creators: 1,
    deciders: 2,
    play: runInSequence(['another mood', 'kill the database', 'kill a decider', 'kill a reprocessing']),
  },
  {
    name: 'kill -9 of the database under a reprocessing',
    servers: two,
    creators: 0,
    play: runInSequence(['kill the database under a reprocessing']),
  },
  {
    name: 'kill -9 and SIGTERM of web app or intake, kill -9 of the database, the same event fifty times',
    servers: withWeb,
    creators: 0,
    play: runInSequence(['kill a door', 'kill the database', 'fifty at once', 'stop a door', 'stop a door']),
  },
  {
    name: 'records are locked, then kill -9 of the door',
    servers: one,
    creators: 1,
    play: runInSequence(['lock the records', 'kill a door', 'lock the records']),
  },
  {
    name: 'records are locked at two doors, kill -9 of doors and database',
    servers: two,
    creators: 0,
    deciders: 1,
    play: runInSequence(['lock the records', 'kill everything', 'lock the records', 'fifty at once']),
  },
];

/** Half of the total time. A second process plays the other runs. */
export const hasOneServer = ({ servers }: ShortRun): boolean => servers.length === 1;
