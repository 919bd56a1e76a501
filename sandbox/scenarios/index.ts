import type { Faults } from '../faults/faults.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { Business } from '../model/businesses.ts';
import type { World } from '../world.ts';
import { complianceScenarios } from './compliance.ts';
import { operationScenarios } from './operations.ts';
import { payerScenarios } from './payers.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { setStage } from './scenario.ts';

/** The named scenarios: what the panel offers, and `POST /sandbox/api/scenarios/{name}`. */
export const scenarios: readonly Scenario[] = [
  ...operationScenarios,
  ...payerScenarios,
  ...complianceScenarios,
];

/**
 * Plays a scenario at a business, whole or not at all, with a payment that somebody made before or with its own. Null
 * where there is none of that name.
 */
export function playScenario(
  world: World,
  faults: Faults,
  business: Business,
  name: string,
  given: PaymentState | null = null,
): Outcome | null {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) return null;
  return world.store.transaction(() => {
    const stage = setStage(world, faults, business, given);
    scenario.run(stage);
    return stage.outcome;
  });
}
