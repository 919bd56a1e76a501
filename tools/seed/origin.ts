/**
 * Seeded records were not received and have no stored bytes, so their provenance names the seed. Pages and exports
 * show this, received values overrule it, and `npm run replay -- --verify` counts these records instead of
 * comparing them.
 */
export function seedProvenanceSql(fields: readonly string[]): string {
  const entry = { source: 'seed', at: Date.now(), observation: 'seed', fields };
  return `'${JSON.stringify([entry])}'::jsonb`;
}
