import 'server-only';
import { tDirectory } from '#lib/messages/directory.ts';
import { groupSchema, scimAddress, userSchema } from './resources.ts';
import { maximumResources } from './schema-scim.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** Describes what is supported (RFC 7643, section 5). */
export const createServiceProviderConfig = () => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maximumResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: tDirectory('scheme'),
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${scimAddress()}/ServiceProviderConfig` },
});

const createType = (name: 'User' | 'Group', schema: string) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name,
  schema,
  meta: { resourceType: 'ResourceType', location: `${scimAddress()}/ResourceTypes/${name}` },
});

export const createResourceTypes = () => [createType('User', userSchema), createType('Group', groupSchema)];

type AttributeType = 'string' | 'boolean' | 'complex' | 'reference';

const attribute = (
  name: string,
  type: AttributeType = 'string',
  more: Readonly<Record<string, unknown>> = {},
) => ({
  name,
  type,
  description: name,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...(type === 'reference' && { referenceTypes: ['User', 'Group'] }),
  ...more,
});

const list = (subAttributes: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => ({
  multiValued: true,
  subAttributes,
  ...more,
});

const readOnly = { mutability: 'readOnly' };
const reference = (type: AttributeType, name: string) => attribute(name, type, readOnly);

const createSchema = (id: string, name: 'User' | 'Group', attributes: readonly unknown[]) => ({
  schemas: [`${core}:Schema`],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${scimAddress()}/Schemas/${id}` },
});

/** Describes the attributes that are kept (RFC 7643, section 7). */
export const createSchemas = () => [
  createSchema(userSchema, 'User', [
    attribute('userName', 'string', { required: true, uniqueness: 'server' }),
    attribute('displayName'),
    attribute('name', 'complex', {
      subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
    }),
    attribute('active', 'boolean', { required: true }),
    attribute(
      'emails',
      'complex',
      list(
        [
          attribute('value', 'string', { required: true }),
          attribute('type'),
          attribute('primary', 'boolean'),
        ],
        {
          required: true,
        },
      ),
    ),
    attribute(
      'groups',
      'complex',
      list(
        [reference('string', 'value'), reference('reference', '$ref'), reference('string', 'display')],
        readOnly,
      ),
    ),
  ]),
  createSchema(groupSchema, 'Group', [
    attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
    attribute(
      'members',
      'complex',
      list([
        attribute('value', 'string', { mutability: 'immutable' }),
        attribute('$ref', 'reference', { mutability: 'immutable' }),
      ]),
    ),
  ]),
];
