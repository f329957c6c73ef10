import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './attributes.rules.js';

/* The schemas of what a directory reads and writes here, and of what it finds out with (RFC 7643, 7 and 8.7). */

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
      attribute('type', 'As work, home or mobile.'),
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
  ],
};

const ENTERPRISE: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'Enterprise user',
  attributes: [attribute('organization', 'The company name.')],
};

const READ_ONLY = { mutability: 'readOnly' } as const;
const told = (name: string, description: string, more: Partial<Attribute> = {}) =>
  attribute(name, description, { ...READ_ONLY, ...more });
const flag = (name: string, description: string) =>
  told(name, description, { type: 'boolean', required: true });
const count = (name: string, description: string) =>
  told(name, description, { type: 'integer', required: true });
const reference = (name: string, description: string, required: boolean, to: string) =>
  told(name, description, { type: 'reference', required, caseExact: true, referenceTypes: [to] });
const feature = (name: string, description: string, more: Attribute[] = []) =>
  told(name, description, {
    type: 'complex',
    required: true,
    subAttributes: [flag('supported', 'Whether it is there.'), ...more],
  });

const SERVICE_PROVIDER_CONFIG: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  name: 'ServiceProviderConfig',
  description: 'What the service can do',
  attributes: [
    reference('documentationUri', 'Where to read about it.', false, 'external'),
    feature('patch', 'Changes of parts.'),
    feature('bulk', 'Many operations in one request.', [
      count('maxOperations', 'In one request.'),
      count('maxPayloadSize', 'In bytes.'),
    ]),
    feature('filter', 'Looking for some.', [count('maxResults', 'On one page.')]),
    feature('changePassword', 'Passwords.'),
    feature('sort', 'Lists in an order.'),
    feature('etag', 'Versions of resources.'),
    told('authenticationSchemes', 'How a directory proves who it is.', {
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        told('type', 'Its kind.', {
          required: true,
          canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
        }),
        told('name', 'Its name.', { required: true }),
        told('description', 'What it is.', { required: true }),
        reference('specUri', 'Its standard.', false, 'external'),
        reference('documentationUri', 'Where to read about it.', false, 'external'),
        told('primary', 'The one to use.', { type: 'boolean' }),
      ],
    }),
  ],
};

const RESOURCE_TYPE: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  name: 'ResourceType',
  description: 'A kind of resource',
  attributes: [
    told('id', 'Its id.'),
    told('name', 'Its name.', { required: true }),
    told('description', 'What it is.'),
    reference('endpoint', 'Its address below the base.', true, 'uri'),
    reference('schema', 'The schema of all of them.', true, 'uri'),
    told('schemaExtensions', 'Further schemas that they may have.', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        reference('schema', 'The further schema.', true, 'uri'),
        flag('required', 'Whether each has it.'),
      ],
    }),
  ],
};

const characteristics = (): Attribute[] => [
  told('name', 'Its name.', { required: true, caseExact: true }),
  told('type', 'The kind of its values.', {
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
  told('description', 'What it is.', { caseExact: true }),
  flag('required', 'Whether each has it.'),
  told('canonicalValues', 'Values that are usual.', { multiValued: true, caseExact: true }),
  told('caseExact', 'Whether capitals count.', { type: 'boolean' }),
  told('mutability', 'Who may write it.', {
    caseExact: true,
    canonicalValues: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  }),
  told('returned', 'When it is told.', {
    caseExact: true,
    canonicalValues: ['always', 'never', 'default', 'request'],
  }),
  told('uniqueness', 'Among which a value is the only one.', {
    caseExact: true,
    canonicalValues: ['none', 'server', 'global'],
  }),
  told('referenceTypes', 'What a reference leads to.', { multiValued: true, caseExact: true }),
];

const SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  name: 'Schema',
  description: 'What a resource is made of',
  attributes: [
    told('id', 'The URI of the schema.', { required: true }),
    told('name', 'Its name.', { required: true }),
    told('description', 'What it is of.'),
    told('attributes', 'What there is.', {
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        ...characteristics(),
        told('subAttributes', 'What it is made of.', {
          type: 'complex',
          multiValued: true,
          subAttributes: characteristics(),
        }),
      ],
    }),
  ],
};

export const SCHEMAS: readonly Schema[] = [USER, ENTERPRISE, SERVICE_PROVIDER_CONFIG, RESOURCE_TYPE, SCHEMA];
