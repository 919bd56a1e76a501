import type { Scene } from '../scene/scene.ts';
import { killCreator, killDecider, killWorker } from './clients.ts';
import { freezeDatabase, killDatabase, killSession, lockRecords, restartDatabase } from './database.ts';
import { sendAllDay, sendToAll } from './repeats.ts';
import { killDatabaseUnderReprocessing, killReprocessing } from './reprocess.ts';
import { killEverything, killServer, shiftClocks, stopServer, waitAlmostADay } from './servers.ts';
import { changeServiceMode } from './service.ts';

/** All disturbances of a scene under load, by name. */
export const disturbances = {
  'kill the database': killDatabase,
  'kill a session': killSession,
  'restart the database': restartDatabase,
  'freeze the database': freezeDatabase,
  'lock the records': lockRecords,
  'kill a door': killServer,
  'kill everything': killEverything,
  'stop a door': stopServer,
  'wrong clocks': shiftClocks,
  'almost a day later': waitAlmostADay,
  'fifty at once': sendToAll,
  'all day long': sendAllDay,
  'another mood': changeServiceMode,
  'kill a creator': killCreator,
  'kill a decider': killDecider,
  'kill the worker': killWorker,
  'kill a reprocessing': killReprocessing,
  'kill the database under a reprocessing': killDatabaseUnderReprocessing,
} satisfies Record<string, (scene: Scene) => Promise<void>>;

export type Disturbance = keyof typeof disturbances;
