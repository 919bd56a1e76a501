import 'server-only';
import { runInRequestSlot } from '#lib/access/index.ts';
import type { TokenHolder } from '#lib/api/index.ts';
import {
  ApiRefusal,
  chooseBusiness,
  describeStatus,
  readJson,
  requireScope,
  serveToken,
} from '#lib/api/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { changeGroup, createGroup, deleteGroup } from './change-groups.ts';
import { changeUser, createUser, deleteUser, requireDirectory } from './change-users.ts';
import { createResourceTypes, createSchemas, createServiceProviderConfig } from './discovery.ts';
import type { Directory } from './follow-groups.ts';
import { followNewRoles } from './follow-groups.ts';
import { parseFilter, withoutUrn } from './parse-path.ts';
import type { Attributes } from './patch.ts';
import { applyPatch, spellAttributes } from './patch.ts';
import { findGroupsByUser, findRecords, hasUsersToFollow, readGroupRoles, readRecord } from './queries.ts';
import { parseAttributes, toGroupResource, toUserResource } from './resources.ts';
import { maximumResources, patchBody, searchBody, toSearchQuery } from './schema-scim.ts';
import {
  answerScimError,
  answerScimRefusal,
  createScimResponse,
  ScimError,
  scimMediaType,
} from './scim-error.ts';
import type { RecordKind, StoredRecord } from './store.ts';
import { lockDirectory } from './store.ts';

const prefix = '/api/scim/v2';
const body = { mediaTypes: [scimMediaType, 'application/json'], maximumKib: 2_048 };
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const defaultCount = 100;
/** The address of a search by POST, beneath the root, the users and the groups. */
const searchName = '.search';

const kinds: ReadonlyMap<string, RecordKind> = new Map([
  ['Users', 'user'],
  ['Groups', 'group'],
]);

const notFound = () => new ApiRefusal('not-found');

/** Reads a whole number of the query. Values beyond any list count as the nearest possible one. */
function readNumber(text: string | null, fallback: number, [least, most]: readonly [number, number]): number {
  if (text === null) return fallback;
  if (!/^-?\d{1,300}$/.test(text)) throw new ScimError('invalidValue', tDirectory('scim.number'));
  return Math.min(Math.max(Number(text), least), most);
}

/** Leaves out the attributes that the client doesn't want. `id` and `schemas` are always there. */
function selectAttributes(resource: Attributes, query: URLSearchParams): Attributes {
  const read = (name: string) =>
    (query.get(name) ?? '').split(',').map((one) => withoutUrn(one).toLowerCase().split(/[.[]/)[0]);
  const [wanted, unwanted] = [read('attributes'), read('excludedAttributes')];
  const isAll = wanted.every((name) => name === '' || name === undefined);
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      return (
        name === 'id' || name === 'schemas' || ((isAll || wanted.includes(name)) && !unwanted.includes(name))
      );
    }),
  );
}

/** Writes records as SCIM has them, with the names of their groups or members. */
async function toResources(
  { businessId }: Directory,
  records: readonly StoredRecord[],
  query: URLSearchParams,
): Promise<readonly Attributes[]> {
  const users = records.filter(({ kind }) => kind === 'user').map(({ recordId }) => recordId);
  const groups = await findGroupsByUser(businessId, users);
  return records
    .map((one) =>
      one.kind === 'user' ? toUserResource(one, groups.get(one.recordId) ?? []) : toGroupResource(one),
    )
    .map((resource) => selectAttributes(resource, query));
}

async function answerRecord(
  directory: Directory,
  record: StoredRecord | null,
  query: URLSearchParams,
  status = 200,
): Promise<Response> {
  if (record === null) throw notFound();
  const [resource = {}] = await toResources(directory, [record], query);
  const meta = resource['meta'];
  const location =
    typeof meta === 'object' && meta !== null && 'location' in meta ? String(meta.location) : null;
  return createScimResponse(status, resource, location === null ? {} : { location });
}

async function answerList(
  directory: Directory,
  recordKinds: readonly RecordKind[],
  query: URLSearchParams,
): Promise<Response> {
  const start = readNumber(query.get('startIndex'), 1, [1, 1_000_000_000]);
  const count = readNumber(query.get('count'), defaultCount, [0, maximumResources]);
  const filter = query.get('filter');
  const { total, records } = await findRecords(directory.businessId, recordKinds, {
    start,
    count,
    filter: filter === null ? [] : parseFilter(filter),
  });
  return createScimResponse(200, {
    schemas: [listSchema],
    totalResults: total,
    startIndex: start,
    itemsPerPage: records.length,
    Resources: await toResources(directory, records, query),
  });
}

/** Returns how the body of a PUT or PATCH changes the present attributes. */
async function readChange(request: Request): Promise<(attributes: Attributes) => Attributes> {
  const sent = await readJson(request, body);
  if (request.method === 'PUT') {
    const spelled = spellAttributes(sent);
    // A user that was deactivated stays so unless the directory says otherwise. Null is no value (RFC 7643, section 2.5).
    return ({ active }) => ({
      ...spelled,
      ...(active !== undefined && { active: spelled['active'] ?? active }),
    });
  }
  const { operations } = parseAttributes(patchBody, lowerKeys(sent));
  return (attributes) => {
    const changed = applyPatch(attributes, operations);
    // Without it, a deactivated user would count as active.
    if (attributes['active'] !== undefined && (changed['active'] ?? null) === null)
      throw new ScimError('mutability', tDirectory('scim.required', { attribute: 'active' }));
    return changed;
  };
}

const lowerNames = (object: object): Attributes =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));

/** Spells the names of a message in lower case: `Operations` and `op`. */
function lowerKeys(sent: unknown): Attributes {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new ScimError('invalidSyntax', tDirectory('scim.object'));
  const { operations, ...rest } = lowerNames(sent);
  const list: unknown = Array.isArray(operations)
    ? operations.map((one: unknown) => (typeof one === 'object' && one !== null ? lowerNames(one) : one))
    : operations;
  return { ...rest, operations: list };
}

const verbs = {
  user: { create: createUser, change: changeUser, remove: deleteUser },
  group: { create: createGroup, change: changeGroup, remove: deleteGroup },
} as const;

async function answerResources(
  request: Request,
  directory: Directory,
  [kind, id]: readonly [RecordKind, string | undefined],
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const { create, change, remove } = verbs[kind];
  if (id === undefined) {
    if (isRead) return answerList(directory, [kind], query);
    if (method !== 'POST') throw new ApiRefusal('method-not-allowed', { allow: ['GET', 'HEAD', 'POST'] });
    const sent = spellAttributes(await readJson(request, body));
    return answerRecord(directory, await create(directory, sent), query, 201);
  }
  if (isRead) return answerRecord(directory, await readRecord(directory.businessId, kind, id), query);
  if (method === 'PUT' || method === 'PATCH')
    return answerRecord(directory, await change(directory, id, await readChange(request)), query);
  if (method !== 'DELETE')
    throw new ApiRefusal('method-not-allowed', { allow: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] });
  if (!(await remove(directory, id))) throw notFound();
  return createScimResponse(204, null);
}

/** Answers a search by POST (RFC 7644, section 3.4.3). */
async function answerSearch(
  request: Request,
  directory: Directory,
  recordKinds: readonly RecordKind[],
): Promise<Response> {
  if (request.method !== 'POST') throw new ApiRefusal('method-not-allowed', { allow: ['POST'] });
  const sent = parseAttributes(searchBody, lowerKeys(await readJson(request, body)));
  return answerList(directory, recordKinds, toSearchQuery(sent));
}

/** Answers what describes the service. Null for another address. */
function answerDiscovery(request: Request, [name = '', id]: readonly string[]): Response | null {
  const lists: Readonly<Record<string, () => readonly { readonly id: string }[]>> = {
    Schemas: createSchemas,
    ResourceTypes: createResourceTypes,
  };
  const list = Object.hasOwn(lists, name) ? lists[name]?.() : undefined;
  if (name !== 'ServiceProviderConfig' && list === undefined) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ApiRefusal('method-not-allowed', { allow: ['GET', 'HEAD'] });
  if (list === undefined) {
    if (id !== undefined) throw notFound();
    return createScimResponse(200, createServiceProviderConfig());
  }
  if (id === undefined)
    return createScimResponse(200, {
      schemas: [listSchema],
      totalResults: list.length,
      startIndex: 1,
      itemsPerPage: list.length,
      Resources: list,
    });
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return createScimResponse(200, found);
}

/** Opens the directory of a token. Roles that changed since the last request come first. */
async function openDirectory({ token, context }: TokenHolder): Promise<Directory> {
  // A change that has begun ends, also when the client leaves.
  const { signal: _signal, ...rest } = context;
  const { tokenId } = token;
  const directory = { context: rest, businessId: chooseBusiness(token, undefined), tokenId };
  requireDirectory(directory);
  const version = await readGroupRoles(tokenId, context.clock.now());
  if (version !== null && (await hasUsersToFollow(directory.businessId, version.from)))
    await inTransaction(async (transaction) => {
      await lockDirectory(transaction, directory.businessId);
      await followNewRoles(transaction, directory);
    });
  return directory;
}

async function answer(request: Request, holder: TokenHolder): Promise<Response> {
  requireScope(holder.token, 'directory:write');
  const [name = '', ...rest] = new URL(request.url).pathname
    .slice(prefix.length + 1)
    .split('/')
    .map(decode);
  if (rest.length > 1) throw notFound();
  const described = answerDiscovery(request, [name, ...rest]);
  if (described !== null) return described;
  const kind = kinds.get(name);
  const isSearch = [name, ...rest].at(-1) === searchName;
  if (kind === undefined && !(isSearch && rest.length === 0)) throw notFound();
  const answerIn = (directory: Directory) =>
    isSearch || kind === undefined
      ? answerSearch(request, directory, kind === undefined ? [...kinds.values()] : [kind])
      : answerResources(request, directory, [kind, rest[0]]);
  return runInRequestSlot(
    holder.token.actor.personId,
    async () => answerIn(await openDirectory(holder)),
    request.signal,
  );
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
};

/** Answers a request of a directory by SCIM 2.0 (RFC 7644), with errors in its form. */
export const answerScimRequest = (request: Request): Promise<Response> =>
  serveToken(
    request,
    (holder) =>
      answer(request, holder).catch((thrown: unknown) => {
        if (thrown instanceof ScimError) return answerScimError(thrown);
        throw thrown;
      }),
    (refusal) => {
      const { status, headers } = describeStatus(refusal);
      return answerScimRefusal(refusal, headers, status);
    },
  );
