import type { Violation } from '../checks/violation.ts';
import type { Cluster } from '../database/cluster.ts';
import type { Creator } from '../parts/creator.ts';
import type { Decider } from '../parts/decider.ts';
import type { Door } from '../parts/door.ts';
import type { Part } from '../parts/part.ts';
import type { Chance } from '../random.ts';
import type { Load } from '../sending/load.ts';
import type { SendingLog } from '../sending/log.ts';
import type { StandIn } from '../service/stand-in.ts';
import type { Figures } from './figures.ts';

/** Everything that runs, and may be disturbed. */
export type Scene = {
  readonly chance: Chance;
  readonly cluster: Cluster;
  /** Where the parts find the database. */
  readonly databaseUrl: string;
  readonly doors: readonly Door[];
  readonly creators: readonly Creator[];
  readonly deciders: readonly Decider[];
  /** What else runs beside them, such as the worker. */
  readonly others: readonly Part[];
  readonly service: StandIn;
  readonly load: Load;
  readonly log: SendingLog;
  readonly figures: Figures;
  readonly found: (violation: Violation) => void;
};
