import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './attributes.rules.js';
import { GROUP_SCHEMA } from './group-attributes.rules.js';

/* The schemas of the resources that a directory reads and writes, and of the discovery endpoints (RFC 7643, 7 and 8.7). */

export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'integer' | 'reference' | 'complex';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly';
  returned: 'default';
  uniqueness: 'none' | 'server';
  referenceTypes?: string[];
  canonicalValues?: string[];
  subAttributes?: Attribute[];
}

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: Attribute[];
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
      attribute('type', 'Such as work, home or mobile.'),
      attribute('primary', 'The one to use.', { type: 'boolean' }),
    ],
  });

const USER: Schema = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person',
  attributes: [
    attribute('userName', 'Unique at the location of the token.', { required: true, uniqueness: 'server' }),
    attribute('externalId', "The directory's own id.", { caseExact: true }),
    attribute('name', 'Shown if there is no displayName.', {
      type: 'complex',
      subAttributes: ['formatted', 'familyName', 'givenName'].map((part) => attribute(part, '')),
    }),
    attribute('displayName', 'The name that people see.'),
    attribute('title', ''),
    attribute('preferredLanguage', 'The language of messages to the person, as a BCP 47 tag.'),
    attribute('locale', 'Used if there is no preferredLanguage.'),
    attribute('active', 'False deletes the person and takes all keys back.', { type: 'boolean' }),
    contact('emails', 'Messages go to the primary one, else to the one for work.'),
    contact('phoneNumbers', 'Messages go to the first international one, mobile numbers first.'),
  ],
};

const ENTERPRISE: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'Enterprise user',
  attributes: [attribute('organization', 'The company name.')],
};

const GROUP: Schema = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A security group',
  attributes: [
    attribute('displayName', 'The code or the name of a security group of the location, or of a new one.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('externalId', "The directory's own id.", { caseExact: true }),
    attribute('members', 'Users of this directory.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The id of the user.', { caseExact: true }),
        attribute('$ref', 'Its address.', {
          type: 'reference',
          referenceTypes: ['User'],
          caseExact: true,
          mutability: 'readOnly',
        }),
        attribute('type', 'User.', { canonicalValues: ['User'], mutability: 'readOnly' }),
        attribute('display', 'Its userName.', { mutability: 'readOnly' }),
      ],
    }),
  ],
};

const READ_ONLY = { mutability: 'readOnly' } as const;
const readOnly = (name: string, description: string, more: Partial<Attribute> = {}) =>
  attribute(name, description, { ...READ_ONLY, ...more });
const flag = (name: string, description: string) =>
  readOnly(name, description, { type: 'boolean', required: true });
const count = (name: string, description: string) =>
  readOnly(name, description, { type: 'integer', required: true });
const reference = (name: string, description: string, required: boolean, to: string) =>
  readOnly(name, description, { type: 'reference', required, caseExact: true, referenceTypes: [to] });
const feature = (name: string, description: string, more: Attribute[] = []) =>
  readOnly(name, description, {
    type: 'complex',
    required: true,
    subAttributes: [flag('supported', 'Whether it is supported.'), ...more],
  });

const SERVICE_PROVIDER_CONFIG: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  name: 'ServiceProviderConfig',
  description: 'What the service can do',
  attributes: [
    reference('documentationUri', 'The address of its documentation.', false, 'external'),
    feature('patch', 'Partial updates.'),
    feature('bulk', 'Many operations in one request.', [
      count('maxOperations', 'The maximum in one request.'),
      count('maxPayloadSize', 'The maximum size in bytes.'),
    ]),
    feature('filter', 'Filtering of lists.', [count('maxResults', 'The maximum on one page.')]),
    feature('changePassword', 'Changes of passwords.'),
    feature('sort', 'Sorted lists.'),
    feature('etag', 'Versions of resources.'),
    readOnly('authenticationSchemes', 'How a directory authenticates.', {
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        readOnly('type', 'Its kind.', {
          required: true,
          canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
        }),
        readOnly('name', 'Its name.', { required: true }),
        readOnly('description', 'What it is.', { required: true }),
        reference('specUri', 'Its standard.', false, 'external'),
        reference('documentationUri', 'The address of its documentation.', false, 'external'),
        readOnly('primary', 'The one to use.', { type: 'boolean' }),
      ],
    }),
  ],
};

const RESOURCE_TYPE: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  name: 'ResourceType',
  description: 'A kind of resource',
  attributes: [
    readOnly('id', 'Its id.'),
    readOnly('name', 'Its name.', { required: true }),
    readOnly('description', 'What it is.'),
    reference('endpoint', 'Its address below the base.', true, 'uri'),
    reference('schema', 'The schema of its resources.', true, 'uri'),
    readOnly('schemaExtensions', 'Extension schemas of its resources.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        reference('schema', 'The extension schema.', true, 'uri'),
        flag('required', 'Whether each resource has it.'),
      ],
    }),
  ],
};

const characteristics = (): Attribute[] => [
  readOnly('name', 'Its name.', { required: true, caseExact: true }),
  readOnly('type', 'The kind of its values.', {
    required: true,
    canonicalValues: [
      'string',
      'complex',
      'boolean',
      'decimal',
      'integer',
      'dateTime',
      'reference',
      'binary',
    ],
  }),
  flag('multiValued', 'Whether it is a list.'),
  readOnly('description', 'What it is.', { caseExact: true }),
  flag('required', 'Whether each has it.'),
  readOnly('canonicalValues', 'Common values.', { multiValued: true, caseExact: true }),
  readOnly('caseExact', 'Whether case matters.', { type: 'boolean' }),
  readOnly('mutability', 'Whether it can be written.', {
    caseExact: true,
    canonicalValues: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  }),
  readOnly('returned', 'When it is returned.', {
    caseExact: true,
    canonicalValues: ['always', 'never', 'default', 'request'],
  }),
  readOnly('uniqueness', 'Where a value must be unique.', {
    caseExact: true,
    canonicalValues: ['none', 'server', 'global'],
  }),
  readOnly('referenceTypes', 'What a reference can point to.', { multiValued: true, caseExact: true }),
];

const SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  name: 'Schema',
  description: 'The attributes of a resource',
  attributes: [
    readOnly('id', 'The URI of the schema.', { required: true }),
    readOnly('name', 'Its name.', { required: true }),
    readOnly('description', 'What it describes.'),
    readOnly('attributes', 'Its attributes.', {
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        ...characteristics(),
        readOnly('subAttributes', 'Its parts.', {
          type: 'complex',
          multiValued: true,
          subAttributes: characteristics(),
        }),
      ],
    }),
  ],
};

export const SCHEMAS: readonly Schema[] = [
  USER,
  GROUP,
  ENTERPRISE,
  SERVICE_PROVIDER_CONFIG,
  RESOURCE_TYPE,
  SCHEMA,
];
