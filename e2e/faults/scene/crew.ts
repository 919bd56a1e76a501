import type { PaymentOfDeposits } from '../contents/deposits.ts';
import type { Tenants } from '../database/template.ts';
import type { Creator } from '../parts/creator.ts';
import { makeCreator } from '../parts/creator.ts';
import type { Decider } from '../parts/decider.ts';
import { makeDecider } from '../parts/decider.ts';
import type { Door, DoorKind } from '../parts/door.ts';
import { makeDoor } from '../parts/door.ts';
import type { Part } from '../parts/part.ts';
import { makeWorker } from '../parts/worker.ts';
import type { Chance } from '../random.ts';
import type { StandIn } from '../service/stand-in.ts';
import { startStandIn } from '../service/stand-in.ts';

/** All processes of a run. */
export type Crew = {
  readonly doors: readonly Door[];
  readonly creators: readonly Creator[];
  readonly deciders: readonly Decider[];
  readonly others: readonly Part[];
  readonly service: StandIn;
  readonly start: () => Promise<void>;
  /** Ends all of them as a deployment would; askers are killed, for they may be owed an answer for long. */
  readonly end: () => Promise<void>;
};

export type CrewOptions = {
  /** Where the parts find the database. */
  readonly databaseUrl: string;
  readonly doors: readonly DoorKind[];
  readonly creators: number;
  /** Owners who decide on what waits in quarantine. */
  readonly deciders: number;
  readonly hasWorker: boolean;
  readonly folder: string;
};

export async function assemble(
  options: CrewOptions,
  { businesses, personId }: Tenants,
  chance: Chance,
  onMade: (payment: PaymentOfDeposits) => void,
): Promise<Crew> {
  const service = await startStandIn(chance.apart('service'), onMade);
  const given = { ...options, serviceUrl: service.url };
  const doors: Door[] = [];
  for (const [index, kind] of options.doors.entries())
    doors.push(await makeDoor(kind, { ...given, name: `${kind}-${index + 1}` }));
  const creators = Array.from({ length: options.creators }, (_, index) => {
    const name = `creator-${index + 1}`;
    return makeCreator({ ...given, name, chance: chance.apart(name), businesses, personId });
  });
  const deciders = Array.from({ length: options.deciders }, (_, index) =>
    makeDecider({ ...given, name: `decider-${index + 1}`, personId }),
  );
  const others = options.hasWorker ? [makeWorker(given)] : [];
  return {
    doors,
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
