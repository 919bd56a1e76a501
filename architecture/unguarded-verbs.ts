import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { calledName, nodesOf } from './source-files.ts';

/** Verbs that need no permission at a business, each with its reason. They keep a word of it all the same. */
const withoutPermission: Readonly<Record<string, string>> = {
  'lib/people/sign-out.ts': 'everybody may end their own session',
};

const functionKinds = [ts.isFunctionDeclaration, ts.isArrowFunction, ts.isFunctionExpression];

/** Whether this is a verb of a person that opens a transaction before it asked for a permission, or keeps no word of it. */
export function isUnguardedVerb(file: SourceFile, node: ts.Node): boolean {
  const verb = functionKinds.map((is) => (is(node) ? node : undefined)).find((found) => found !== undefined);
  const isOfAPerson = verb?.parameters.some((given) =>
    given.type?.getText(file.tree).includes('Context<PersonActor>'),
  );
  if (verb?.body === undefined || !isOfAPerson) return false;
  const calls = [...nodesOf(verb.body)].map(calledName).filter((name) => name !== undefined);
  const opens = calls.indexOf('inTransaction');
  if (opens < 0) return false;
  const asks = calls.indexOf('requirePermission');
  const isAllowed = withoutPermission[file.path] !== undefined || (asks >= 0 && asks < opens);
  return !isAllowed || !calls.includes('writeAudit');
}
