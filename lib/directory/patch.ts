import 'server-only';
import { tDirectory } from '#lib/messages/directory.ts';
import type { AttributePath, Comparison } from './parse-path.ts';
import { parsePath } from './parse-path.ts';
import type { PatchOperation } from './schema-scim.ts';
import { ScimError } from './scim-error.ts';

/** The attributes of a resource by their names. Their values are checked after all changes. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes that are kept, with those of their parts. `isMany` has several values. */
const shapes: Readonly<
  Record<string, { readonly name: string; readonly isMany: boolean; readonly subs: readonly string[] }>
> = {
  username: { name: 'userName', isMany: false, subs: [] },
  externalid: { name: 'externalId', isMany: false, subs: [] },
  active: { name: 'active', isMany: false, subs: [] },
  displayname: { name: 'displayName', isMany: false, subs: [] },
  name: { name: 'name', isMany: false, subs: ['formatted', 'givenName', 'familyName'] },
  emails: { name: 'emails', isMany: true, subs: ['value', 'type', 'primary'] },
  members: { name: 'members', isMany: true, subs: ['value'] },
};

type Shape = (typeof shapes)[string];

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const findShape = (attribute: string): Shape | undefined =>
  Object.hasOwn(shapes, attribute.toLowerCase()) ? shapes[attribute.toLowerCase()] : undefined;

/** Spells the parts of a value as the schema does. A member may be its id alone. */
function spellParts(value: unknown, { subs }: Shape): unknown {
  if (!isObject(value)) return subs.length > 0 && typeof value === 'string' ? { value } : value;
  const known = Object.entries(value).flatMap(([key, part]) => {
    const name = subs.find((sub) => sub.toLowerCase() === key.toLowerCase());
    return name === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(known);
}

function spell(value: unknown, shape: Shape): unknown {
  if (!shape.isMany || value === null || value === undefined)
    return shape.subs.length > 0 && isObject(value) ? spellParts(value, shape) : value;
  return (Array.isArray(value) ? value : [value]).map((one) => spellParts(one, shape));
}

/** Returns the attributes of a body that are kept, spelled as the schema does. SCIM ignores case. */
export function spellAttributes(body: unknown): Attributes {
  if (!isObject(body)) throw new ScimError('invalidSyntax', tDirectory('scim.object'));
  const known = Object.entries(body).flatMap(([key, value]) => {
    const shape = findShape(key);
    return shape === undefined ? [] : [[shape.name, spell(value, shape)] as const];
  });
  return Object.fromEntries(known);
}

const listValues = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const readPart = (value: unknown, part: string): unknown => (isObject(value) ? value[part] : undefined);
/** Spells text and booleans in lower case, as SCIM compares them. An object of a client may throw when it becomes text. */
const lower = (value: unknown): unknown =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : value;
const isSame = (a: unknown, b: unknown): boolean => lower(a) === lower(b);

/** Returns true for a value that the filter selects. A missing part is selected by nothing. */
function selects({ attribute, value }: Comparison, candidate: unknown, { subs }: Shape): boolean {
  const part = readPart(candidate, subs.find((sub) => sub.toLowerCase() === attribute) ?? '');
  return part !== undefined && part !== null && isSame(part, value);
}

/** Adds values that aren't there. One that is there is replaced, so that an address gets its new type. */
function unite(before: readonly unknown[], added: readonly unknown[]): readonly unknown[] {
  const keys = new Map(before.map((one) => [lower(readPart(one, 'value')), one]));
  for (const one of added) keys.set(lower(readPart(one, 'value')), one);
  return [...keys.values()];
}

/** Changes one part of the selected values of an attribute with several. */
function changeSelected(
  before: readonly unknown[],
  { filter, sub }: AttributePath,
  shape: Shape,
  operation: PatchOperation,
): readonly unknown[] {
  const isSelected = (one: unknown) => filter === null || selects(filter, one, shape);
  const part = shape.subs.find((name) => name.toLowerCase() === sub) ?? null;
  if (operation.op === 'remove') {
    if (sub === null) return before.filter((one) => !isSelected(one));
    return before.map((one) =>
      isSelected(one) && isObject(one) ? { ...one, ...(part !== null && { [part]: null }) } : one,
    );
  }
  const change = part === null ? spellParts(operation.value, shape) : { [part]: operation.value };
  if (!isObject(change)) throw new ScimError('invalidValue', tDirectory('scim.object'));
  if (sub !== null && part === null) return before;
  if (before.some(isSelected))
    return before.map((one) => (isSelected(one) && isObject(one) ? { ...one, ...change } : one));
  // Microsoft Entra ID replaces the address of a type that isn't there yet.
  const selector = shape.subs.find((name) => name.toLowerCase() === filter?.attribute);
  if (filter === null || selector === undefined) throw new ScimError('noTarget', tDirectory('scim.target'));
  return [...before, { [selector]: filter.value, ...change }];
}

function changeMany(
  before: readonly unknown[],
  path: AttributePath,
  shape: Shape,
  operation: PatchOperation,
) {
  const { op, value } = operation;
  if (path.filter !== null || path.sub !== null) return changeSelected(before, path, shape, operation);
  const values = listValues(spell(value, shape));
  if (op === 'add') return unite(before, values);
  if (op === 'replace') return values;
  // Microsoft Entra ID names the members to remove in the value.
  if (values.length === 0) return [];
  const removed = new Set(values.map((one) => lower(readPart(one, 'value'))));
  return before.filter((one) => !removed.has(lower(readPart(one, 'value'))));
}

function changeOne(
  before: unknown,
  { filter, sub }: AttributePath,
  shape: Shape,
  { op, value }: PatchOperation,
) {
  if (filter !== null) throw new ScimError('invalidPath', tDirectory('scim.path'));
  if (sub === null) {
    if (op === 'remove') return null;
    const spelled = spell(value, shape);
    return shape.subs.length > 0 && isObject(before) && isObject(spelled)
      ? { ...before, ...spelled }
      : spelled;
  }
  const part = shape.subs.find((name) => name.toLowerCase() === sub);
  if (part === undefined) return before;
  return { ...(isObject(before) && before), [part]: op === 'remove' ? null : value };
}

function changeAttribute(attributes: Attributes, path: AttributePath, operation: PatchOperation): Attributes {
  const shape = findShape(path.attribute);
  // Attributes that aren't kept can't be changed, and directories send many.
  if (shape === undefined) return attributes;
  const before = attributes[shape.name];
  const after = shape.isMany
    ? changeMany(listValues(before), path, shape, operation)
    : changeOne(before, path, shape, operation);
  return { ...attributes, [shape.name]: after };
}

/**
 * Applies the operations of a PATCH in their order, as Microsoft Entra ID and Okta send them. The result is not checked yet.
 *
 * @throws ScimError for a path or value that doesn't fit
 */
export function applyPatch(attributes: Attributes, operations: readonly PatchOperation[]): Attributes {
  return operations.reduce((current, operation) => {
    const { op, path, value } = operation;
    if (path !== undefined && path !== null && path !== '')
      return changeAttribute(current, parsePath(path), operation);
    if (op === 'remove') throw new ScimError('noTarget', tDirectory('scim.noPath'));
    if (!isObject(value)) throw new ScimError('invalidValue', tDirectory('scim.object'));
    return Object.entries(value).reduce(
      (changed, [key, part]) => changeAttribute(changed, parsePath(key), { op, path: key, value: part }),
      current,
    );
  }, attributes);
}
