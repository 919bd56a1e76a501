import { globSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import * as z from 'zod';
import { readMigrations } from '#lib/database/migrate.ts';

const schemaCounts = z.object({
  tables: z.number(),
  indexes: z.number(),
  /** The table with the most indexes. */
  mostIndexed: z.string(),
  mostIndexes: z.number(),
  triggers: z.number(),
  functions: z.number(),
  functionLines: z.number(),
});

const schemaSql = `
  WITH own AS (SELECT oid, relname FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'),
       indexed AS (SELECT relname, count(*)::int AS indexes FROM own JOIN pg_index ON indrelid = own.oid GROUP BY relname),
       -- Functions of an extension are not counted.
       written AS (SELECT prosrc FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
                     SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'))
  SELECT (SELECT count(*)::int FROM own) AS tables,
         (SELECT sum(indexes)::int FROM indexed) AS indexes,
         (SELECT relname FROM indexed ORDER BY indexes DESC, relname LIMIT 1) AS "mostIndexed",
         (SELECT max(indexes) FROM indexed) AS "mostIndexes",
         (SELECT count(*)::int FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal) AS triggers,
         (SELECT count(*)::int FROM written) AS functions,
         (SELECT coalesce(sum(cardinality(string_to_array(btrim(prosrc, E' \\n'), E'\\n'))), 0)::int FROM written) AS "functionLines"`;

/**
 * The size of the schema. A commit that raises a count here says why. Each table, index, trigger and function is one more thing
 * that every newcomer and every write meets.
 */
export const recordedSchema = {
  tables: 90,
  indexes: 216,
  mostIndexes: 18,
  triggers: 31,
  functions: 26,
} as const satisfies Partial<z.infer<typeof schemaCounts>>;

/** Lists the counts of a schema that are above the recorded ones. */
export const listRisenCounts = (counted: Readonly<Record<keyof typeof recordedSchema, number>>) =>
  Object.entries(recordedSchema).flatMap(([name, most]) => {
    const count = Object.entries(counted).find(([key]) => key === name)?.[1] ?? 0;
    return count > most ? [`${name}: ${count}, at most ${most}`] : [];
  });

const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) || /^(e2e|architecture)\//.test(path);

const countLines = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);

/** Counts what a newcomer has to read: the schema of a migrated database, the sources and the variables. */
export async function countHouse(client: pg.Client | pg.Pool) {
  const { rows } = await client.query(schemaSql);
  const migrations = await readMigrations();
  const paths = globSync(
    '{*,{app,architecture,components,e2e,lib,sandbox,scripts,tools}/**/*}.{ts,tsx,mjs,css}',
    {
      exclude: ['next-env.d.ts'],
    },
  ).map((path) => path.replaceAll('\\', '/'));
  const [sources, tests] = [paths.filter((path) => !isTest(path)), paths.filter(isTest)];
  return {
    ...schemaCounts.parse(rows[0]),
    migrations: migrations.length,
    migrationLines: migrations.reduce((sum, { sql }) => sum + sql.split('\n').length - 1, 0),
    sourceFiles: sources.length,
    sourceLines: countLines(sources),
    testFiles: tests.length,
    testLines: countLines(tests),
    variables: new Set(readFileSync('.env.example', 'utf8').match(/^(?:# ?)?[A-Z][A-Z0-9_]+(?==)/gm)).size,
  };
}
