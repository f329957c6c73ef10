import type { Context } from '../context.js';
import type { Mount } from '../http/mount.js';
import { type LimiterFactory, memoryLimiters } from '../http/rate-limit.js';
import { splitTarget } from '../http/request-target.rules.js';
import { createOpenId, type OpenId } from '../users/openid.js';
import { INBOX_PATH } from '../webhooks/inbox-address.js';
import { accountEndpoints } from './account-endpoints.js';
import { apiKeyEndpoints } from './api-key-endpoints.js';
import { arrivalEndpoints } from './arrival-endpoints.js';
import { colleagueEndpoints } from './colleague-endpoints.js';
import { doorEndpoints } from './door-endpoints.js';
import { DASHBOARD_PATH, type DashboardEndpoint } from './endpoint.js';
import { eventCountEndpoints } from './event-counts.js';
import { eventPageEndpoints } from './event-endpoints.js';
import { firstStepEndpoints } from './first-steps.js';
import { gatewayEndpoints } from './gateway-endpoints.js';
import { historyEndpoints } from './history-endpoints.js';
import { importEndpoints } from './import-endpoints.js';
import { createInbox } from './inbox-mount.js';
import { joinEndpoints } from './join-endpoints.js';
import { createLive } from './live.js';
import { openIdEndpoints } from './openid-endpoints.js';
import { operationEndpoints } from './operation-endpoints.js';
import { overviewEndpoints } from './overview-endpoints.js';
import { createPages } from './pages.js';
import { assetName, isPage, pageHeaders } from './pages.rules.js';
import { passkeyEndpoints } from './passkey-endpoints.js';
import { phonePageEndpoints } from './phone-endpoints.js';
import { createDashboardPipeline, type DashboardOptions } from './pipeline.js';
import { readerEndpoints } from './reader-endpoints.js';
import { reportEndpoints } from './report-endpoints.js';
import { scheduleEndpoints } from './schedule-endpoints.js';
import { sessionEndpoints } from './session-endpoints.js';
import { sharedEndpoints } from './shared-endpoints.js';
import { trustEndpoints } from './trust-endpoints.js';
import { webhookPageEndpoints } from './webhook-endpoints.js';

export interface DashboardMount extends Mount {
  /** Ends what pages hold open, so that the service can stop. */
  stop(): Promise<void>;
}

/** The pages for people and their own routes, for everything beside `/v1`. */
export function dashboardMount(
  context: Context,
  options: Omit<DashboardOptions, 'signal'> = {},
): DashboardMount {
  const stopping = new AbortController();
  const live = createLive(context);
  const isHttps = context.config.PUBLIC_URL?.startsWith('https:') ?? false;
  const limiters = options.limiters ?? memoryLimiters(context.clock);
  const endpoints = dashboardEndpoints(context, limiters, isHttps, createOpenId(context));
  const pipeline = createDashboardPipeline(context, endpoints, live, {
    ...options,
    limiters,
    signal: stopping.signal,
  });
  const pages = createPages(pageHeaders(isHttps), { folder: '', isPage, assetName, tellsLost: true });
  const inbox = createInbox(context, limiters);
  return {
    path: '/',
    handle(request, response, next) {
      const target = splitTarget(request.url ?? '/');
      if (target.path.startsWith(`${DASHBOARD_PATH}/`)) pipeline(request, response, target);
      else if (target.path.startsWith(`${INBOX_PATH}/`)) inbox(request, response, target);
      else if (!pages(request, response, target.path)) next();
    },
    async stop() {
      stopping.abort();
      await live.stop();
    },
  };
}

/** Every route of the pages; routing and the matrices of the tests follow from this list. */
export function dashboardEndpoints(
  context: Context,
  limiters: LimiterFactory,
  isHttps: boolean,
  openId: OpenId | null = null,
): DashboardEndpoint[] {
  return [
    ...sessionEndpoints(context, limiters, isHttps, openId),
    ...openIdEndpoints(context, openId, limiters, isHttps),
    ...arrivalEndpoints(context, limiters, isHttps),
    ...joinEndpoints(context, limiters, isHttps),
    ...accountEndpoints(context, limiters, isHttps),
    ...passkeyEndpoints(context, limiters, isHttps),
    ...colleagueEndpoints(limiters),
    ...firstStepEndpoints,
    ...overviewEndpoints,
    ...doorEndpoints,
    ...readerEndpoints,
    ...scheduleEndpoints,
    ...historyEndpoints,
    ...eventPageEndpoints,
    ...eventCountEndpoints,
    ...apiKeyEndpoints,
    ...gatewayEndpoints,
    ...reportEndpoints,
    ...operationEndpoints,
    ...phonePageEndpoints,
    ...sharedEndpoints,
    ...importEndpoints,
    ...trustEndpoints,
    ...webhookPageEndpoints,
  ];
}
