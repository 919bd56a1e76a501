import 'server-only';

const operations = new Set([
  'BEGIN',
  'COMMIT',
  'COPY',
  'DELETE',
  'INSERT',
  'LOCK',
  'ROLLBACK',
  'SAVEPOINT',
  'SELECT',
  'SET',
  'UPDATE',
  'WITH',
]);

/** Beginning of a statement that is read. Its first table is there. */
const readCharacters = 4_000;
const literals = /'(?:[^']|'')*(?:'|$)|\$\$[\s\S]*?(?:\$\$|$)/g;
const comments = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const firstTable = /\b(?:from|into|update|join|copy)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)/i;

/** The operation of a statement and its first table. Contains no value, condition or text of the statement. */
type StatementKind = { readonly operation: string; readonly table: string | null };

/** Returns the operation of a statement and its first table, for the name of a span. */
export function describeStatement(text: string): StatementKind {
  const plain = text.slice(0, readCharacters).replace(literals, ' ').replace(comments, ' ');
  const word = /[a-z]+/i.exec(plain)?.[0].toUpperCase() ?? '';
  return {
    operation: operations.has(word) ? word : 'OTHER',
    table: firstTable.exec(plain)?.[1]?.toLowerCase() ?? null,
  };
}
