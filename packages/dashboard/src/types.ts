import type { AnswerOf } from '@door-access/protocol/contract';
import type { Routes } from './generated/routes.js';

/* Names for what the service answers; the shapes are those that its endpoints declare. */

type Answer<Name extends keyof Routes> = AnswerOf<Routes[Name]>;
type Item<Name extends keyof Routes> = Answer<Name> extends { data: (infer Row)[] } ? Row : never;

export type Session = Answer<'GET /session'>;
export type Me = NonNullable<Session['user']>;
export type Role = Me['role'];
export type SessionView = Item<'GET /sessions'>;
export type PasskeyView = Item<'GET /account/passkeys'>;
export type Colleague = Item<'GET /colleagues'>;
export type Invited = Answer<'GET /colleagues'>['invited'][number];

export type Location = Item<'GET /locations'>;
export type FloorPlan = NonNullable<Answer<'GET /locations/{id}/plan'>['plan']>;
export type Overview = Answer<'GET /overview'>;
export type Lock = Overview['locks'][number];
export type Alarm = Overview['alarms'][number];
/** What the service finds for a few words. */
export type Found = Answer<'GET /search'>;
/** How far a process of the service had heard of changes. */
export type Heard = Overview['heard'];

export type Door = Answer<'GET /doors/{id}'>;
export type ScheduleEntry = Door['schedule'][number];
export type BlockTimes = Extract<ScheduleEntry, { date: string }>['blocks'][number];
export type Command = Answer<'POST /locks/{id}/unlock'>;
export type CommandOfDoor = Item<'GET /doors/{id}/commands'>;
export type DoorTestReport = Item<'GET /doors/{id}/reports'>;
/** A door and its last test. */
export type DoorTest = Item<'GET /door-tests'>;
export type DoorEvent = Item<'GET /events'>;

export type Person = Answer<'GET /people/{id}'>;
/** A phone that keys of a person are on. */
export type Phone = Item<'GET /people/{id}/phones'>;
export type Key = Item<'GET /keys'>;
/** A key as it is reviewed, with its last use. */
export type ReviewedKey = Item<'GET /key-review'>;
export type KeyCounts = Answer<'GET /key-counts'>;
/** A person as listed, with their keys in use and when they last came. */
export type ReviewedPerson = Item<'GET /people-review'>;
/** What became of a change for one of many people. */
export type BulkOutcome = Answer<'POST /people-bulk/move'>['data'][number];
export type Invitation = Item<'GET /invitations'>;
/** A way to send one. */
export type Channel = Exclude<Invitation['channel'], 'shown'>;
/** The outcome of a message about an invitation. */
export type Notice = Item<'GET /people/{id}/notices'>;

export type ApiKey = Item<'GET /api-keys'>;
export type Webhook = Answer<'GET /webhooks/{id}'>;
/** As created, with its secret, which is shown only once. */
export type NewWebhook = Answer<'POST /webhooks'>;
export type RotatedWebhook = Answer<'POST /webhooks/{id}/rotate-secret'>;
export type Delivery = Item<'GET /webhooks/{id}/deliveries'>;

export type Emergency = Item<'GET /emergencies'>;
export type EmergencyDetails = Answer<'GET /emergencies/{id}'>;
/** What needs a person beside doors and alarms. */
export type Attention = Answer<'GET /attention'>;
export type InForce = Answer<'GET /emergencies-in-force'>;
export type AccountedDoor = EmergencyDetails['doors'][number];

export type LoggedAlarm = Item<'GET /alarm-log'>;
export type AlarmDetails = Answer<'GET /alarms/{id}'>;
export type AlarmSettings = Answer<'GET /alarm-settings'>;
export type WeeklyReport = Answer<'GET /weekly-report'>;
export type AlarmRule = AlarmSettings['rules'][number];
export type AlarmChannel = AlarmSettings['channels'][number];
export type DutyRota = AlarmSettings['rotas'][number];

export type Visitor = Item<'GET /visitors'>;
/** What is shown to a visitor who stands here. */
export type VisitorLink = Answer<'POST /visitors/{id}/link'>;
export type Noise = Answer<'GET /doors/{id}/noise'>;

export type Gateway = Item<'GET /gateways'>;
export type GatewayHealth = NonNullable<Gateway['health']>;

export type Message = Item<'GET /outbox'>;
export type AuditEntry = Item<'GET /audit'>;
