import type { Faults } from '../faults/faults.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { Business } from '../model/businesses.ts';
import type { SandboxContext } from '../world.ts';
import { complianceScenarios } from './compliance.ts';
import { operationScenarios } from './operations.ts';
import { payerScenarios } from './payers.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { createScenarioSteps } from './scenario.ts';

/** The named scenarios, on the panel and at `POST /sandbox/api/scenarios/{name}`. */
export const scenarios: readonly Scenario[] = [
  ...operationScenarios,
  ...payerScenarios,
  ...complianceScenarios,
];

/**
 * Plays a scenario at a business, completely or not at all, with an existing payment or a new one. Returns null
 * where no scenario has that name.
 */
export function playScenario(
  world: SandboxContext,
  faults: Faults,
  business: Business,
  name: string,
  state: PaymentState | null = null,
): Outcome | null {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) return null;
  return world.store.transaction(() => {
    const stage = createScenarioSteps(world, faults, business, state);
    scenario.run(stage);
    return stage.outcome;
  });
}
