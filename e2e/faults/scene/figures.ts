/** Counts and times of a run. */
export type RunFigures = {
  killedServers: number;
  killedDatabases: number;
  killedSessions: number;
  /** Processes that send requests: creators, deciders and the worker. */
  killedClients: number;
  stoppedServers: number;
  restartedDatabases: number;
  lockedRecords: number;
  /** Callbacks that waited to be folded at the end of a lock. */
  leftWaiting: number;
  /** Times from a reachable database to the next acknowledged callback. */
  readonly backAfterMs: number[];
  /** Times from SIGTERM to the end of the process. */
  readonly drainedAfterMs: number[];
};

export const noFigures = (): RunFigures => ({
  killedServers: 0,
  killedDatabases: 0,
  killedSessions: 0,
  killedClients: 0,
  stoppedServers: 0,
  restartedDatabases: 0,
  lockedRecords: 0,
  leftWaiting: 0,
  backAfterMs: [],
  drainedAfterMs: [],
});
