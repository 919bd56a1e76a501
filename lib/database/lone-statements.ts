import 'server-only';

/** A statement that creates or drops an index beside other work. It can't run inside a transaction. */
export const concurrentIndex =
  /^(CREATE|DROP)\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(\w+)"?/i;

/** A procedure commits its own batches. */
const procedureCall = /^CALL\s/i;

/**
 * Returns the statements of a migration that runs outside of a transaction. Each takes effect alone and can be repeated
 * after an interruption. Null: the migration is one transaction.
 */
export function listLoneStatements(sql: string): readonly string[] | null {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const isLone = (statement: string) => concurrentIndex.test(statement) || procedureCall.test(statement);
  return statements.length > 0 && statements.every(isLone) ? statements : null;
}
