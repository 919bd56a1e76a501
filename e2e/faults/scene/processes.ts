import type { PaymentOfDeposits } from '../contents/deposits.ts';
import type { Tenants } from '../database/template.ts';
import type { Creator } from '../parts/creator.ts';
import { makeCreator } from '../parts/creator.ts';
import type { Decider } from '../parts/decider.ts';
import { makeDecider } from '../parts/decider.ts';
import type { Part } from '../parts/part.ts';
import type { CallbackServer, ServerKind } from '../parts/server.ts';
import { createServer } from '../parts/server.ts';
import { makeWorker } from '../parts/worker.ts';
import type { SeededRandom } from '../random.ts';
import type { FakeService } from '../service/fake-service.ts';
import { startFakeService } from '../service/fake-service.ts';

/** All processes of a run. */
export type Processes = {
  readonly servers: readonly CallbackServer[];
  readonly creators: readonly Creator[];
  readonly deciders: readonly Decider[];
  readonly others: readonly Part[];
  readonly service: FakeService;
  readonly start: () => Promise<void>;
  /** Ends all processes as a deployment does. Askers are killed, because they may wait long for an answer. */
  readonly end: () => Promise<void>;
};

export type ProcessOptions = {
  /** The address of the database for all parts. */
  readonly databaseUrl: string;
  readonly servers: readonly ServerKind[];
  readonly creators: number;
  /** Number of owners who decide on quarantined callbacks. */
  readonly deciders: number;
  readonly hasWorker: boolean;
  readonly folder: string;
};

export async function startProcesses(
  options: ProcessOptions,
  { businesses, personId }: Tenants,
  chance: SeededRandom,
  onMade: (payment: PaymentOfDeposits) => void,
): Promise<Processes> {
  const service = await startFakeService(chance.fork('service'), onMade);
  const partOptions = { ...options, serviceUrl: service.url };
  const doors: CallbackServer[] = [];
  for (const [index, kind] of options.servers.entries())
    doors.push(await createServer(kind, { ...partOptions, name: `${kind}-${index + 1}` }));
  const creators = Array.from({ length: options.creators }, (_, index) => {
    const name = `creator-${index + 1}`;
    return makeCreator({ ...partOptions, name, chance: chance.fork(name), businesses, personId });
  });
  const deciders = Array.from({ length: options.deciders }, (_, index) =>
    makeDecider({ ...partOptions, name: `decider-${index + 1}`, personId }),
  );
  const others = options.hasWorker ? [makeWorker(partOptions)] : [];
  return {
    servers: doors,
    creators,
    deciders,
    others,
    service,
    start: async () => {
      await Promise.all([...doors, ...creators, ...deciders, ...others].map((part) => part.start()));
    },
    end: async () => {
      await Promise.all([...creators, ...deciders].map((asker) => asker.kill()));
      await Promise.all([...doors, ...others].map((part) => part.stop()));
      await service.close();
    },
  };
}
