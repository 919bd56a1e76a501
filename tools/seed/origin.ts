/**
 * Nobody told seeded records and no bytes are behind them, so their provenance names the seed: pages and exports say
 * so, whatever is received later overrules it, and `npm run replay -- --verify` counts them instead of comparing.
 */
export function origin(fields: readonly string[]): string {
  const entry = { source: 'seed', at: Date.now(), observation: 'seed', fields: [...fields].sort() };
  return `'${JSON.stringify([entry])}'::jsonb`;
}
