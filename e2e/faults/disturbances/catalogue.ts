import type { Scene } from '../scene/scene.ts';
import { killCreator, killDecider, killWorker } from './askers.ts';
import { freezeDatabase, killDatabase, killSession, restartDatabase } from './database.ts';
import { killDoor, killEverything, shiftClocks, stopDoor, waitAlmostADay } from './doors.ts';
import { sendAllDay, sendToAll } from './repeats.ts';
import { killDatabaseUnderReprocessing, killReprocessing } from './reprocess.ts';
import { changeMood } from './service.ts';

/** Everything that may be done to a scene in the middle of its load, by name. */
export const disturbances = {
  'kill the database': killDatabase,
  'kill a session': killSession,
  'restart the database': restartDatabase,
  'freeze the database': freezeDatabase,
  'kill a door': killDoor,
  'kill everything': killEverything,
  'stop a door': stopDoor,
  'wrong clocks': shiftClocks,
  'almost a day later': waitAlmostADay,
  'fifty at once': sendToAll,
  'all day long': sendAllDay,
  'another mood': changeMood,
  'kill a creator': killCreator,
  'kill a decider': killDecider,
  'kill the worker': killWorker,
  'kill a reprocessing': killReprocessing,
  'kill the database under a reprocessing': killDatabaseUnderReprocessing,
} satisfies Record<string, (scene: Scene) => Promise<void>>;

export type Disturbance = keyof typeof disturbances;
