// What else is written by others: directories, site files, receivers' urls, names and texts for notices.

import { isPublicAddress } from '../../../packages/cloud/dist/deliveries/address.rules.js';
import { urlFault } from '../../../packages/cloud/dist/deliveries/url.rules.js';
import * as asked from '../../../packages/cloud/dist/directory/scim/asked.rules.js';
import { readUser } from '../../../packages/cloud/dist/directory/scim/attributes.rules.js';
import { chosen } from '../../../packages/cloud/dist/directory/scim/chosen.rules.js';
import { ScimError } from '../../../packages/cloud/dist/directory/scim/error.rules.js';
import { fits, parseFilter } from '../../../packages/cloud/dist/directory/scim/filter.rules.js';
import {
  readGroup,
  readGroupPatch,
} from '../../../packages/cloud/dist/directory/scim/group-attributes.rules.js';
import { patchUser } from '../../../packages/cloud/dist/directory/scim/patch.rules.js';
import { toCondition } from '../../../packages/cloud/dist/directory/scim/query.rules.js';
import { cut, oneLine, toEmail } from '../../../packages/cloud/dist/notify/channels/email-text.rules.js';
import { gsmLength, towardsGsm } from '../../../packages/cloud/dist/notify/channels/gsm.rules.js';
import {
  parseSmsUrl,
  parseSmtpUrl,
} from '../../../packages/cloud/dist/notify/channels/provider-urls.rules.js';
import { isEmail, isLanguageTag, isReservedName } from '../../../packages/cloud/dist/people/person.rules.js';
import { searchOf } from '../../../packages/cloud/dist/people/search.rules.js';
import { desiredRows } from '../../../packages/cloud/dist/site/desired.rules.js';
import { parseSiteFile, SiteFileError } from '../../../packages/cloud/dist/site/site-file.js';
import { declared, must } from './promise.mjs';

const NOW = Date.UTC(2026, 0, 7);
const USER = { userName: 'anna', emails: [{ value: 'anna@a.example', type: 'work', primary: true }] };
const scim = (work) => declared([ScimError], work);

export const outside = {
  'scim-filter': {
    run(bytes) {
      const filter = scim(() => parseFilter(bytes.toString()));
      if (filter === null) return;
      scim(() => fits(filter, USER.emails[0], ['value', 'type', 'primary', 'display']));
      const bound = [];
      const condition = scim(() => toCondition(filter, (value) => `$${bound.push(value)}`));
      // What a directory writes becomes a value, never a piece of the statement.
      if (condition !== null)
        must(/^[\w\s()$.,'@>=<!|:%#\-[\]"{}\\/*]*$/.test(condition), 'a condition is ours', condition);
    },
    seeds: [
      'userName eq "anna"',
      'emails[type eq "work" and value co "@a.example"] or not (active eq true)',
      'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName sw "A" and meta.lastModified gt "2026-01-07T06:00:00Z"',
      'externalId pr',
    ],
    words: [
      'userName',
      'emails',
      'phoneNumbers',
      'displayName',
      'active',
      'and',
      'or',
      'not',
      'pr',
      'eq',
      'co',
      'id',
      'title',
    ],
  },
  'scim-patch': {
    run(bytes) {
      let body;
      try {
        body = JSON.parse(bytes.toString());
      } catch {
        return;
      }
      scim(() => patchUser(readUser(USER), asked.bodyOf(body, asked.PATCH_SCHEMA)));
      scim(() => readUser(asked.bodyOf(body, asked.PATCH_SCHEMA)));
      scim(() => readGroupPatch(asked.bodyOf(body, asked.PATCH_SCHEMA)));
      scim(() => readGroup(asked.bodyOf(body, asked.PATCH_SCHEMA)));
      scim(() => asked.askedFor(asked.bodyOf(body, asked.PATCH_SCHEMA)));
    },
    seeds: [
      { op: 'replace', path: 'name.familyName', value: 'Aho' },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'a@a.example' },
      { op: 'remove', path: 'phoneNumbers[value eq "+358401234567"]' },
      { op: 'replace', value: { active: 'False', displayName: 'x' } },
      { op: 'remove', path: 'members[value eq "89bb1940-b905-4575-9e7f-6f887cfb368e"]' },
      { op: 'add', path: 'members', value: [{ value: '89bb1940-b905-4575-9e7f-6f887cfb368e' }] },
    ].map((operation) => JSON.stringify({ schemas: [asked.PATCH_SCHEMA], Operations: [operation] })),
    words: [
      'Operations',
      'schemas',
      'active',
      'emails',
      'userName',
      'name',
      'primary',
      'type',
      'value',
      'path',
      'op',
    ],
  },
  'scim-query': {
    run(bytes) {
      const query = scim(() => asked.askedIn(new URLSearchParams(bytes.toString())));
      if (query) chosen({ id: '1', ...USER, meta: {} }, query);
    },
    seeds: [
      'filter=userName eq "a"&startIndex=1&count=10&attributes=emails.value,name',
      'sortBy=userName&sortOrder=ascending',
    ],
    words: [
      'filter',
      'startIndex',
      'count',
      'attributes',
      'excludedAttributes',
      'emails.value',
      'meta',
      'urn:ietf:params:scim',
    ],
  },
  'site-file': {
    run(bytes) {
      const file = declared([SiteFileError], () => parseSiteFile(bytes.toString(), 'site.yaml', NOW));
      if (file) desiredRows(file.site);
    },
    seeds: [
      `account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways: [{ ref: gw1, name: G, location: hq, bench: true }]
locks:
  - { ref: main, name: Main, place: Ground, location: hq, type: remote, gateway: gw1, door: 1, strike_seconds: 5, toggle_policy: all_keys,
      schedule: [{ days: [mon], from: "08:00", to: "17:00", first_person_in: true }] }
security_groups: [{ code: STAFF, name: Staff, location: hq, locks: [main] }]
users: [{ email: o@a.example, name: O, role: owner, location: hq }]
api_keys: [{ ref: erp, name: ERP, location: hq, scopes: [catalog:read], locks: [main], expires_in_days: 3 }]
people: [{ ref: anna, name: Anna, email: a@a.example, phone: "+358401234567", location: hq }]
`,
      '{"account":{"name":"A"},"locations":[{"ref":"hq","name":"HQ","timezone":"UTC"}]}',
      'a: &a [x, x]\nb: [*a, *a]',
    ],
    words: [
      'account',
      'locations',
      'parent',
      'gateways',
      'locks',
      'schedule',
      'exceptions',
      'people',
      'managed',
      '&a',
      '*a',
      '<<',
    ],
  },
  'webhook-urls': {
    run(bytes) {
      const text = bytes.toString();
      if (urlFault(text, false) === null) {
        const url = new URL(text);
        must(
          url.protocol === 'https:' && url.username === '' && url.password === '',
          'only https, without credentials',
          text,
        );
        must(!/(^|\.)(localhost|local|internal)\.?$/.test(url.hostname), 'no name of this site', text);
      }
      if (isPublicAddress(text))
        must(
          !/^(127\.|10\.|0\.|169\.254\.|192\.168\.|::1$|f[cde])/i.test(text),
          'no address of this site',
          text,
        );
      parseSmtpUrl(text);
      parseSmsUrl(text);
    },
    seeds: [
      'https://a.example:8443/hook?x=1',
      '::ffff:127.0.0.1',
      '2001:db8::1',
      'smtps://user:p%40ss@mail.example:465?from=a@b.example',
      'https+twilio://x:y@api.example?from=+358',
    ],
  },
  texts: {
    run(bytes) {
      const text = bytes.toString();
      isEmail(text);
      isLanguageTag(text);
      isReservedName(text, 'Service');
      searchOf(text);
      gsmLength(towardsGsm(text));
      must(!/[\r\n\u2028\u2029]/.test(oneLine(text)), 'one line is one line', oneLine(text));
      must([...cut(text, 20)].length <= 20, 'a text is cut', cut(text, 20));
      const email = toEmail('en', {
        subject: text,
        paragraphs: [text],
        action: { label: text, url: text },
        afterwards: [text],
        signature: text,
      });
      must(!/[\r\n]/.test(email.subject), 'a subject adds no header', email.subject);
    },
    seeds: [
      'Anna Aho <anna@a.example>',
      'sv-FI',
      'Häme & Söhne\r\nBcc: x@y.example',
      '\ud83d\udc69\u200d\ud83d\udd2c',
    ],
  },
};
