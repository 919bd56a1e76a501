import type { DoorKind } from './parts/door.ts';
import { inTurn } from './scene/plays.ts';
import type { Scene } from './scene/scene.ts';

/** A run of a few seconds for `npm test`. */
export type ShortRun = {
  readonly name: string;
  readonly doors: readonly DoorKind[];
  readonly creators: number;
  /** Owners who decide on what waits in quarantine. Default: none. */
  readonly deciders?: number;
  readonly play: (scene: Scene) => Promise<void>;
};

/** The web app beside the intake: where it is built, which `npm test` does before. */
const withWeb: readonly DoorKind[] = ['web', 'intake'];
const one: readonly DoorKind[] = ['intake'];
const two: readonly DoorKind[] = ['intake', 'intake'];

/** Each with a seed of its own: its place in this list. */
export const shortRuns: readonly ShortRun[] = [
  { name: 'kill -9 of the database', doors: one, creators: 0, play: inTurn(['kill the database']) },
  {
    name: 'kill -9 of the database, twice in a row',
    doors: one,
    creators: 0,
    play: inTurn(['kill the database', 'kill the database']),
  },
  {
    name: 'people decide, kill -9 of a session',
    doors: two,
    creators: 0,
    deciders: 1,
    play: inTurn(['kill a session', 'kill a session']),
  },
  { name: 'kill -9 of the door', doors: one, creators: 0, play: inTurn(['kill a door', 'kill a door']) },
  {
    name: 'kill -9 of one door of two',
    doors: two,
    creators: 0,
    play: inTurn(['kill a door', 'kill a door']),
  },
  { name: 'kill -9 of door and database', doors: one, creators: 0, play: inTurn(['kill everything']) },
  {
    name: 'people decide, kill -9 of doors and database',
    doors: two,
    creators: 0,
    deciders: 1,
    play: inTurn(['kill everything']),
  },
  { name: 'the database restarts', doors: one, creators: 0, play: inTurn(['restart the database']) },
  { name: 'the database stands still', doors: one, creators: 0, play: inTurn(['freeze the database']) },
  { name: 'SIGTERM under load', doors: one, creators: 0, play: inTurn(['stop a door', 'stop a door']) },
  {
    name: 'one door of two is replaced',
    doors: two,
    creators: 0,
    play: inTurn(['stop a door', 'stop a door']),
  },
  { name: 'two doors, the same event fifty times', doors: two, creators: 0, play: inTurn(['fifty at once']) },
  {
    name: 'the same event fifty times, and a kill',
    doors: two,
    creators: 0,
    play: inTurn(['fifty at once', 'kill a door']),
  },
  { name: 'one event 720 times, shuffled', doors: one, creators: 0, play: inTurn(['all day long']) },
  { name: 'events 23 hours late', doors: one, creators: 0, play: inTurn(['almost a day later']) },
  { name: 'clocks ten minutes off either way', doors: two, creators: 0, play: inTurn(['wrong clocks']) },
  {
    name: 'creates at a service of many moods',
    doors: one,
    creators: 2,
    play: inTurn(['another mood', 'another mood', 'kill a creator']),
  },
  {
    name: 'people create and decide, kill -9 of the database',
    doors: one,
    creators: 1,
    deciders: 1,
    play: inTurn(['another mood', 'kill the database']),
  },
  {
    name: 'people decide, kill -9 of them and of a reprocessing',
    doors: one,
    creators: 0,
    deciders: 2,
    play: inTurn(['kill a decider', 'kill a reprocessing']),
  },
  {
    name: 'kill -9 of the database under a reprocessing',
    doors: two,
    creators: 0,
    play: inTurn(['kill the database under a reprocessing']),
  },
  {
    name: 'kill -9 of the web app or the intake, and the database',
    doors: withWeb,
    creators: 0,
    play: inTurn(['kill a door', 'kill the database']),
  },
  {
    name: 'SIGTERM of the web app or the intake, the same event fifty times',
    doors: withWeb,
    creators: 0,
    play: inTurn(['fifty at once', 'stop a door', 'stop a door']),
  },
];

/** Half of the time that all of them take. The others are played beside them, by a second process. */
export const hasOneDoor = ({ doors }: ShortRun): boolean => doors.length === 1;
