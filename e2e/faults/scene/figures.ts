/** What happened in a run, in numbers. */
export type Figures = {
  killedDoors: number;
  killedDatabases: number;
  killedSessions: number;
  /** Those that ask for something: creators, deciders and the worker. */
  killedAskers: number;
  stoppedDoors: number;
  restartedDatabases: number;
  /** From the moment a database could be reached again to the next callback that was acknowledged, each time. */
  readonly backAfterMs: number[];
  /** From SIGTERM to the end of the process, each time. */
  readonly drainedAfterMs: number[];
};

export const noFigures = (): Figures => ({
  killedDoors: 0,
  killedDatabases: 0,
  killedSessions: 0,
  killedAskers: 0,
  stoppedDoors: 0,
  restartedDatabases: 0,
  backAfterMs: [],
  drainedAfterMs: [],
});
