import type { IncomingMessage } from 'node:http';
import { markOf } from '@door-access/protocol/identity';
import { alarmPageEndpoints } from './alarms/pages/alarms.js';
import { alarmSettingEndpoints } from './alarms/pages/settings.js';
import { apiKeyEndpoints } from './api-keys/pages/api-keys.js';
import { attentionEndpoints } from './attention/pages/attention.js';
import { auditEndpoints } from './audit/pages/audit.js';
import { calendarEndpoints } from './calendars/pages/calendars.js';
import type { Context } from './context.js';
import { INBOX_PATH } from './deliveries/inbox-address.js';
import { emergencyEndpoints } from './emergencies/endpoints.js';
import { emergencyPageEndpoints } from './emergencies/pages/emergencies.js';
import { eventCountEndpoints } from './events/pages/counts.js';
import { eventPageEndpoints } from './events/pages/events.js';
import { floorPlanEndpoints } from './floor-plans/pages/plans.js';
import { reportEndpoints } from './gateways/pages/door-tests.js';
import { gatewayEndpoints } from './gateways/pages/gateways.js';
import { photoEndpoints } from './gateways/pages/photos.js';
import type { PageEndpoint } from './http/endpoint.js';
import { callerAddress } from './http/limits/address.js';
import { type LimiterFactory, memoryLimiters } from './http/limits/rate-limit.js';
import type { Mount } from './http/mount.js';
import { builtPages, createPages } from './http/pages/files.js';
import { pageHeaders } from './http/pages/files.rules.js';
import { createFirstPage } from './http/pages/first-page.js';
import { createPipeline } from './http/pipeline.js';
import { splitTarget, type Target } from './http/request/target.rules.js';
import { invitationEndpoints } from './invitations/endpoints.js';
import { keyEndpoints } from './keys/endpoints.js';
import { keyPageEndpoints } from './keys/pages/keys.js';
import { keyReviewEndpoints } from './keys/pages/review.js';
import { firstStepEndpoints } from './locations/pages/first-steps.js';
import { locationEndpoints } from './locations/pages/locations.js';
import { readerEndpoints } from './locking-feed/pages/readers.js';
import { listReaders } from './locking-feed/simulated.js';
import { lockingSystemEndpoints } from './locking-system/pages/condition.js';
import { lockEndpoints } from './locks/endpoints.js';
import { doorEndpoints, type HasReader } from './locks/pages/doors.js';
import { historyEndpoints } from './locks/pages/history.js';
import { createLive, type Live } from './locks/pages/live.js';
import { overviewEndpoints } from './locks/pages/overview.js';
import { rangeEndpoints } from './locks/pages/range.js';
import { scheduleEndpoints } from './locks/pages/schedules.js';
import { noiseEndpoints } from './noise/pages/noise.js';
import { browserEndpoints } from './notify/pages/browsers.js';
import { outboxEndpoints } from './notify/pages/outbox.js';
import { assetName, isPage } from './pages.rules.js';
import { peopleEndpoints } from './people/endpoints.js';
import { peopleBulkEndpoints } from './people/pages/bulk.js';
import { importEndpoints } from './people/pages/import.js';
import { personPageEndpoints } from './people/pages/person.js';
import { peopleReviewEndpoints } from './people/pages/review.js';
import { accessEndpoints } from './premises/pages/access.js';
import { doorSetUpEndpoints } from './premises/pages/doors.js';
import { groupSetUpEndpoints } from './premises/pages/groups.js';
import { locationSetUpEndpoints } from './premises/pages/locations.js';
import { searchEndpoints } from './search/pages/search.js';
import { securityGroupEndpoints } from './security-groups/endpoints.js';
import { applyDemo } from './site/demo.js';
import { createOpenId, type OpenId } from './users/openid.js';
import { accountEndpoints } from './users/pages/account.js';
import { PAGES_PATH, pageAudience, signedIn } from './users/pages/audience.js';
import { colleagueEndpoints } from './users/pages/colleagues.js';
import { arrivalEndpoints } from './users/pages/first-run.js';
import { joinEndpoints } from './users/pages/join.js';
import { openIdEndpoints } from './users/pages/openid.js';
import { organisationEndpoints } from './users/pages/organisation.js';
import { passkeyEndpoints } from './users/pages/passkeys.js';
import { sessionEndpoints } from './users/pages/sessions.js';
import { visitorEndpoints } from './visitors/pages/visitors.js';
import { webhookEndpoints } from './webhooks/endpoints.js';
import { webhookPageEndpoints } from './webhooks/pages/inbox.js';
import { createInbox } from './webhooks/pages/inbox-mount.js';
import { weeklyEndpoints } from './weekly/pages/reports.js';

export interface PagesMount extends Mount {
  /** Every route of the pages; routing and the matrices of the tests follow from this list. */
  endpoints: readonly PageEndpoint[];
  /** Ends what pages hold open, so that the service can stop. */
  stop(): Promise<void>;
}

/** The pages for people and their own routes, for everything beside `/v1`. */
export function pagesMount(
  context: Context,
  {
    limiters = memoryLimiters(context.clock),
    ...options
  }: { limiters?: LimiterFactory; checkAnswers?: boolean } = {},
): PagesMount {
  const stopping = new AbortController();
  const live = createLive(context);
  const isHttps = context.config.PUBLIC_URL?.startsWith('https:') ?? false;
  const endpoints = pageEndpoints(context, limiters, isHttps, live, createOpenId(context));
  const audience = pageAudience(context, endpoints, limiters);
  const pipeline = createPipeline(context, audience, { ...options, signal: stopping.signal });
  const policy = { 'frame-src': "'self'" };
  const drawn = createFirstPage(context, {
    isHttps,
    policy,
    endpoints,
    async identify(request) {
      await audience.admit(callerAddress(context, request));
      return signedIn(context, request, null);
    },
  });
  const mark = Buffer.from(markOf(context.config.SERVICE_NAME));
  const dashboard = builtPages('dashboard');
  const pages = createPages(pageHeaders(isHttps, policy), {
    // The mark is the installation's own.
    read: async (name) => (name === 'favicon.svg' ? mark : dashboard(name)),
    isPage,
    assetName,
    hasNotFoundPage: true,
  });
  const inbox = createInbox(context, limiters);
  return {
    endpoints,
    path: '/',
    handle(request, response, next) {
      const target = splitTarget(request.url ?? '/');
      if (target.path.startsWith(`${PAGES_PATH}/`)) pipeline(request, response, target);
      else if (target.path.startsWith(`${INBOX_PATH}/`)) inbox(request, response, target);
      else if (isFirstPage(request, target))
        drawn(request, response)
          .then((isAnswered) => isAnswered || pages(request, response, target.path))
          .catch(next);
      else if (!pages(request, response, target.path)) next();
    },
    async stop() {
      stopping.abort();
      await live.stop();
    },
  };
}

/** A person who is signed in, at the doors. */
const isFirstPage = ({ method, headers }: IncomingMessage, { path, query }: Target): boolean =>
  method === 'GET' && path === '/' && query === '' && headers.cookie !== undefined;

function pageEndpoints(
  context: Context,
  limiters: LimiterFactory,
  isHttps: boolean,
  live: Live,
  openId: OpenId | null = null,
): PageEndpoint[] {
  return [
    ...sessionEndpoints(context, limiters, isHttps, openId),
    ...openIdEndpoints(context, openId, limiters, isHttps),
    ...arrivalEndpoints(context, limiters, isHttps, applyDemo),
    ...joinEndpoints(context, limiters, isHttps),
    ...accountEndpoints(context, limiters, isHttps),
    ...passkeyEndpoints(context, limiters, isHttps),
    ...colleagueEndpoints(limiters),
    ...firstStepEndpoints,
    ...locationEndpoints,
    ...floorPlanEndpoints,
    ...calendarEndpoints,
    ...locationSetUpEndpoints,
    ...doorSetUpEndpoints,
    ...groupSetUpEndpoints,
    ...accessEndpoints,
    ...searchEndpoints,
    ...weeklyEndpoints,
    ...attentionEndpoints,
    ...overviewEndpoints(live),
    ...doorEndpoints(hasReader),
    ...readerEndpoints,
    ...scheduleEndpoints,
    ...historyEndpoints,
    ...rangeEndpoints,
    ...eventPageEndpoints,
    ...eventCountEndpoints,
    ...apiKeyEndpoints,
    ...gatewayEndpoints,
    ...reportEndpoints,
    ...photoEndpoints,
    ...organisationEndpoints,
    ...outboxEndpoints,
    ...browserEndpoints,
    ...auditEndpoints,
    ...personPageEndpoints,
    ...forPeople,
    ...keyPageEndpoints,
    ...keyReviewEndpoints,
    ...peopleReviewEndpoints,
    ...peopleBulkEndpoints,
    ...importEndpoints,
    ...lockingSystemEndpoints,
    ...webhookPageEndpoints,
    ...emergencyPageEndpoints,
    ...alarmPageEndpoints,
    ...alarmSettingEndpoints,
    ...visitorEndpoints,
    ...noiseEndpoints,
  ];
}

const hasReader: HasReader = async (context, { accountId, locationId }, lockId) =>
  (await listReaders(context, { accountId, locationId }, lockId)).data.length > 0;

/** The interface's own endpoints, for people: the same schemas and verbs, with a role in place of scopes. */
const forPeople: readonly PageEndpoint[] = [
  ...lockEndpoints,
  ...securityGroupEndpoints,
  ...peopleEndpoints,
  // A manager takes keys back by hand even where the interface may not revoke them.
  ...keyEndpoints.filter(({ method }) => method !== 'DELETE'),
  ...invitationEndpoints,
  ...webhookEndpoints,
  // People read emergencies with the names of who declared them.
  ...emergencyEndpoints.filter(({ method }) => method === 'POST'),
].map((endpoint) => ({
  ...endpoint,
  for: 'page',
  role: endpoint.method === 'GET' ? 'viewer' : 'manager',
  // What is given stays the same object: it makes its signal when it is asked for one, which a copy would not have.
  handler: (given) => endpoint.handler(Object.assign(given, { caller: given.user, ahead: null })),
}));
