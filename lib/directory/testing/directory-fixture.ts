import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import * as z from 'zod';
import { createApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listTokenProposals } from '#lib/api-tokens/index.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { answerScimRequest } from '../index.ts';

const resource = z.looseObject({ id: z.string(), schemas: z.array(z.string()) });

const errorBody = z.strictObject({
  schemas: z.tuple([z.literal('urn:ietf:params:scim:api:messages:2.0:Error')]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string().min(1),
});

/** Reads an error, which has to be one of SCIM in full. */
export async function readError(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/scim+json');
  const error = errorBody.parse(await response.json());
  expect(error.status).toBe(String(response.status));
  return error;
}

export const readResource = async (response: Response) => resource.parse(await response.json());

const groups = 'Money = finance\nReviewers = compliance\nEveryone = viewer';

/** A directory of a business with two owners, created again before each test. */
export function createDirectoryFixture() {
  let created: { tenant: Tenant; second: Context<PersonActor>; token: string } | null = null;
  const find = () => {
    if (created === null) throw new Error('no test has begun');
    return created;
  };

  /** Creates the token of a directory. Another owner approves it. */
  async function createToken(tenant: Tenant, second: Context<PersonActor> | null): Promise<string> {
    const { businessId } = tenant;
    const form = createApiTokenForm.parse({
      ...{ businessId, name: 'Entra', scopes: ['directory:write'], businesses: [businessId] },
      ...{ days: '90', addresses: '', groups },
    });
    const { token } = await createApiToken(tenant.as.owner, form);
    if (second !== null)
      for (const { proposalId } of await listTokenProposals(second, businessId))
        await decideApiToken(second, { businessId, proposalId, answer: 'approve', comment: '' });
    return token;
  }

  beforeEach(async () => {
    const tenant = await createTenant();
    const second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
    created = { tenant, second, token: await createToken(tenant, second) };
  });

  function send(
    method: string,
    path: string,
    body?: unknown,
    {
      token = find().token,
      raw,
      headers = {},
    }: { token?: string | null; raw?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    testRequest.headers = new Headers({
      ...{ 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/scim+json' },
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    });
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return answerScimRequest(
      new Request(`http://localhost:3000/api/scim/v2${path}`, {
        ...{ method, headers: testRequest.headers },
        ...(content !== undefined && { body: content }),
      }),
    );
  }

  /** Adds a user. Returns its id. */
  async function addUser(email = `${randomUUID()}@example.test`, more: Record<string, unknown> = {}) {
    const response = await send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      ...{ userName: email, externalId: randomUUID(), active: true },
      ...{ name: { givenName: 'Ada', familyName: 'Lovelace' } },
      emails: [{ value: email, type: 'work', primary: true }],
      ...more,
    });
    expect(response.status).toBe(201);
    return (await readResource(response)).id;
  }

  /** Adds a group. Returns its id. */
  async function addGroup(displayName: string, ids: readonly string[] = []) {
    const response = await send('POST', '/Groups', { displayName, members: ids.map((value) => ({ value })) });
    expect(response.status).toBe(201);
    return (await readResource(response)).id;
  }

  const patch = (path: string, ...operations: readonly unknown[]) =>
    send('PATCH', path, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    });

  return {
    get tenant() {
      return find().tenant;
    },
    /** Another owner. */
    get second() {
      return find().second;
    },
    get token() {
      return find().token;
    },
    ...{ createToken, send, addUser, addGroup, patch },
  };
}
