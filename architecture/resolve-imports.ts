import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** A name as its file exports it. */
type Exported = { readonly path: string; readonly name: string };

/** Returns the path of an imported module of this repository, or null for a package. */
function toPath(from: string, specifier: ts.Expression | undefined): string | null {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return null;
  if (specifier.text.startsWith('#')) return specifier.text.slice(1);
  return specifier.text.startsWith('.') ? posix.join(posix.dirname(from), specifier.text) : null;
}

/** Maps the names that a file imports, or exports again, to where they come from. */
function mapBindings(file: SourceFile): ReadonlyMap<string, Exported> {
  const found = new Map<string, Exported>();
  for (const statement of file.tree.statements) {
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : ts.isExportDeclaration(statement)
        ? statement.exportClause
        : undefined;
    if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) continue;
    const specifier =
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
        ? statement.moduleSpecifier
        : undefined;
    const path = toPath(file.path, specifier);
    if (path === null) continue;
    for (const { name, propertyName } of bindings.elements)
      found.set(name.text, { path, name: (propertyName ?? name).text });
  }
  return found;
}

/**
 * Returns a function that follows a name which a file uses, through any number of imports, to the file that declares it.
 * It returns null for a name that the file neither declares nor imports.
 */
export function resolveNames(
  sources: readonly SourceFile[],
  isDeclared: (path: string, name: string) => boolean,
): (path: string, name: string) => Exported | null {
  const bindings = new Map(sources.map((file) => [file.path, mapBindings(file)]));
  const resolve = (path: string, name: string): Exported | null => {
    if (isDeclared(path, name)) return { path, name };
    const next = bindings.get(path)?.get(name);
    return next === undefined ? null : resolve(next.path, next.name);
  };
  return resolve;
}
