import { apiKeyEndpoints } from './api-keys/pages/api-keys.js';
import type { Context } from './context.js';
import { eventCountEndpoints } from './events/pages/counts.js';
import { eventPageEndpoints } from './events/pages/events.js';
import { reportEndpoints } from './gateways/pages/door-tests.js';
import { gatewayEndpoints } from './gateways/pages/gateways.js';
import type { Mount } from './http/mount.js';
import { DASHBOARD_PATH, type DashboardEndpoint } from './http/pages/endpoint.js';
import { createPages } from './http/pages/files.js';
import { assetName, isPage, pageHeaders } from './http/pages/files.rules.js';
import { createDashboardPipeline, type DashboardOptions } from './http/pages/pipeline.js';
import { type LimiterFactory, memoryLimiters } from './http/limits/rate-limit.js';
import { splitTarget } from './http/request-target.rules.js';
import { sharedEndpoints } from './keys/pages/keys.js';
import { phonePageEndpoints } from './keys/pages/phones.js';
import { firstStepEndpoints } from './locations/pages/first-steps.js';
import { trustEndpoints } from './locking-system/pages/condition.js';
import { readerEndpoints } from './locking-system/pages/readers.js';
import { doorEndpoints } from './locks/pages/doors.js';
import { historyEndpoints } from './locks/pages/history.js';
import { createLive } from './locks/pages/live.js';
import { overviewEndpoints } from './locks/pages/overview.js';
import { scheduleEndpoints } from './locks/pages/schedules.js';
import { operationEndpoints } from './notify/pages/outbox.js';
import { importEndpoints } from './people/pages/import.js';
import { createOpenId, type OpenId } from './users/openid.js';
import { accountEndpoints } from './users/pages/account.js';
import { colleagueEndpoints } from './users/pages/colleagues.js';
import { arrivalEndpoints } from './users/pages/first-run.js';
import { joinEndpoints } from './users/pages/join.js';
import { openIdEndpoints } from './users/pages/openid.js';
import { passkeyEndpoints } from './users/pages/passkeys.js';
import { sessionEndpoints } from './users/pages/sessions.js';
import { INBOX_PATH } from './webhooks/inbox-address.js';
import { webhookPageEndpoints } from './webhooks/pages/inbox.js';
import { createInbox } from './webhooks/pages/inbox-mount.js';

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
