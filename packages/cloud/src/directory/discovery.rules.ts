import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './attributes.rules.js';

/* What a directory can find out about this service (RFC 7643, 5 to 7): what is kept and supported, and nothing else. */

export const MOST_ON_A_PAGE = 200;

export function serviceProviderConfig(base: string) {
  const no = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_ON_A_PAGE },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token made with "doorctl scim-token create".',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string) {
  return [
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'A person; active as long as the person may have keys.',
      schema: USER_SCHEMA,
      schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
    },
  ];
}

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite';
  returned: 'default';
  uniqueness: 'none' | 'server';
  subAttributes?: Attribute[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const contact = (name: string, description: string) =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address or number.'),
      attribute('type', 'As work, home or mobile.'),
      attribute('primary', 'The one to use.', { type: 'boolean' }),
    ],
  });

export function schemas(base: string) {
  const schema = (id: string, name: string, description: string, attributes: Attribute[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  return [
    schema(USER_SCHEMA, 'User', 'A person', [
      attribute('userName', 'Unique at the location of the token.', { required: true, uniqueness: 'server' }),
      attribute('externalId', "The directory's own id.", { caseExact: true }),
      attribute('name', 'Shown where there is no displayName.', {
        type: 'complex',
        subAttributes: ['formatted', 'familyName', 'givenName'].map((part) => attribute(part, '')),
      }),
      attribute('displayName', 'The name that people see.'),
      attribute('title', ''),
      attribute('preferredLanguage', 'Of messages to the person, as BCP 47.'),
      attribute('locale', 'Counts where there is no preferredLanguage.'),
      attribute('active', 'False deletes the person and takes all keys back.', { type: 'boolean' }),
      contact('emails', 'The primary one, else the one for work, gets messages.'),
      contact('phoneNumbers', 'The first international one, mobile ones before others, gets messages.'),
    ]),
    schema(ENTERPRISE_SCHEMA, 'EnterpriseUser', 'Enterprise user', [
      attribute('organization', 'The company name.'),
    ]),
  ];
}
