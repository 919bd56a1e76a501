/**
 * Returns how many inputs a property test of the database checks. Each needs many statements, so `npm test` checks
 * few. `PROPERTY_RUNS=20 npm test -- database` checks twenty times as many.
 */
export const propertyRuns = (usual: number): number =>
  Math.ceil(usual * Number(process.env['PROPERTY_RUNS'] ?? 1));
