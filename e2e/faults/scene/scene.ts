import type { Violation } from '../checks/violation.ts';
import type { Cluster } from '../database/cluster.ts';
import type { Creator } from '../parts/creator.ts';
import type { Decider } from '../parts/decider.ts';
import type { Part } from '../parts/part.ts';
import type { CallbackServer } from '../parts/server.ts';
import type { SeededRandom } from '../random.ts';
import type { SendingLoad } from '../sending/load.ts';
import type { SendingLog } from '../sending/log.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { RunFigures } from './figures.ts';

/** All running parts, which may be disturbed. */
export type Scene = {
  readonly random: SeededRandom;
  readonly cluster: Cluster;
  /** The address of the database for all parts. */
  readonly databaseUrl: string;
  readonly servers: readonly CallbackServer[];
  readonly creators: readonly Creator[];
  readonly deciders: readonly Decider[];
  /** Other processes, such as the worker. */
  readonly others: readonly Part[];
  readonly service: FakeService;
  readonly load: SendingLoad;
  readonly log: SendingLog;
  readonly figures: RunFigures;
  /** Callbacks must be accepted within this time after the database is back. */
  readonly recoveryLimitMs: number;
  readonly violations: (violation: Violation) => void;
};
