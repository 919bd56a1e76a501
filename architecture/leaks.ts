import path from 'node:path';
import ts from 'typescript';

const generated = path.resolve('prisma/generated');

function isOfTheDatabase(type: ts.Type): string | undefined {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const name = symbol?.getName();
  if (name === 'Date' || name === 'Decimal') return name;
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
  if (file?.startsWith(generated)) return `Prisma's ${name}`;
  return undefined;
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return 'target' in type && type.symbol !== undefined;
}

/** Lists the database types that a value of this type contains, with the path to each. */
function findInside(checker: ts.TypeChecker, type: ts.Type, at: string, seen: Set<ts.Type>): string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const found = isOfTheDatabase(type);
  if (found !== undefined) return [`${at}: ${found}`];
  if (type.isUnionOrIntersection()) {
    // A branded string is an intersection, and the members of its string are irrelevant.
    return type.types.flatMap((part) => findInside(checker, part, at, seen));
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const typeArguments = isReference(type) ? checker.getTypeArguments(type) : [];
  if (typeArguments.length > 0) {
    return typeArguments.flatMap((argument) => findInside(checker, argument, `${at}[]`, seen));
  }
  const members = checker
    .getPropertiesOfType(type)
    .filter((member) => (member.flags & ts.SymbolFlags.Method) === 0)
    .flatMap((member) => findInside(checker, checker.getTypeOfSymbol(member), `${at}.${member.name}`, seen));
  return element === undefined ? members : [...members, ...findInside(checker, element, `${at}[]`, seen)];
}

/**
 * Rule 4: no Prisma type, Decimal or Date leaves a store or a query. Returns `function.path: type` for each
 * exported function of these files whose result contains one.
 */
export function findLeaks(files: readonly string[]): { readonly file: string; readonly leak: string }[] {
  const configuration = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...configuration.config, include: [] }, ts.sys, '.');
  const program = ts.createProgram([...files], { ...options, incremental: false, noEmit: true });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) return [];
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const type = checker.getTypeOfSymbol(exported);
      return type.getCallSignatures().flatMap((signature) => {
        const result = checker.getReturnTypeOfSignature(signature);
        const inside = findInside(
          checker,
          checker.getAwaitedType(result) ?? result,
          exported.name,
          new Set(),
        );
        return inside.map((leak) => ({ file, leak }));
      });
    });
  });
}
