/**
 * The one table of errors: a code may stand with more than one status, so each row has a name of its own.
 * `message` is what callers read; it says what to do next.
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    code: 'invalid_request',
    message: 'The query or a route parameter is malformed.',
  },
  unauthenticated: {
    status: 401,
    code: 'unauthenticated',
    message: 'Send a valid API key as "Authorization: Bearer <API_KEY>".',
  },
  insufficient_scope: {
    status: 403,
    code: 'insufficient_scope',
    message: 'The API key lacks the scope that this endpoint needs.',
  },
  platform_not_available: {
    status: 403,
    code: 'not_available',
    message: 'Reseller (platform-mode) accounts are not supported in v1.',
  },
  forbidden: {
    status: 403,
    code: 'forbidden',
    message: 'The person is managed by the service and cannot be modified.',
  },
  lock_not_allowed: {
    status: 403,
    code: 'lock_not_allowed',
    message: "The lock is not on the API key's list of locks.",
  },
  /** Used only by the phone key's page. */
  outside_time_window: {
    status: 403,
    code: 'outside_time_window',
    message: 'The key does not open the lock at this time.',
  },
  /** Likewise. */
  hold_not_allowed: {
    status: 403,
    code: 'hold_not_allowed',
    message: 'No key on this phone may hold the lock open.',
  },
  not_found: { status: 404, code: 'not_found', message: 'No such resource.' },
  cursor_expired: {
    status: 410,
    code: 'cursor_expired',
    message:
      'Changes behind this cursor are not kept any more; go on from `oldest_cursor`, and read the present state of what you keep.',
  },
  method_not_allowed: {
    status: 405,
    code: 'invalid_request',
    message: 'The path does not support this method; see the Allow header.',
  },
  locksys_rejected: {
    status: 409,
    code: 'locksys_rejected',
    message: 'The locking system refused; nothing was saved.',
  },
  invitation_not_pending: {
    status: 409,
    code: 'invitation_not_pending',
    message: 'The invitation is not pending.',
  },
  idempotency_conflict: {
    status: 409,
    code: 'idempotency_conflict',
    message: 'The Idempotency-Key was used with a different request.',
  },
  idempotency_in_progress: {
    status: 409,
    code: 'idempotency_in_progress',
    message: 'The first call with this Idempotency-Key is still running; retry after 2 seconds.',
  },
  subscription_paused: {
    status: 409,
    code: 'subscription_paused',
    message: 'The subscription is paused; set its status to active first.',
  },
  lock_not_remote: {
    status: 409,
    code: 'lock_not_remote',
    message: 'The lock belongs to the locking system and cannot be opened over the network.',
  },
  lock_offline: {
    status: 409,
    code: 'lock_offline',
    message: "The lock's device has not been heard from recently.",
  },
  emergency: {
    status: 409,
    code: 'emergency',
    message: 'An emergency is in force at the location or above it; end it first.',
  },
  no_emergency: {
    status: 409,
    code: 'no_emergency',
    message: 'No emergency is in force at this very location; those above and below it are ended there.',
  },
  /** Of the pages alone: the interface has nothing that is saved against a version. */
  changed_meanwhile: {
    status: 409,
    code: 'changed_meanwhile',
    message: 'Someone has changed it since you opened it. Nothing of yours was saved.',
  },
  validation_failed: {
    status: 422,
    code: 'validation_failed',
    message: 'The body failed validation; see details.',
  },
  entitlement_exceeded: {
    status: 422,
    code: 'entitlement_exceeded',
    message: 'The plan limit for phone keys is reached.',
  },
  rate_limited: {
    status: 429,
    code: 'rate_limited',
    message: 'Too many requests; retry after the seconds in Retry-After.',
  },
  server_error: { status: 500, code: 'server_error', message: 'Unexpected failure; retry with backoff.' },
  publish_failed: {
    status: 502,
    code: 'publish_failed',
    message: 'The command could not be handed to the device.',
  },
  revocation_not_available: {
    status: 503,
    code: 'not_available',
    message: 'Key revocation is not enabled on this server.',
  },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** What is wrong with one field, in the `details` of a 422. */
export type DetailCode =
  | 'invalid'
  | 'unknown_field'
  | 'reserved_name'
  | 'unknown_security_group'
  | 'sms_disabled'
  | 'limit_reached';

export interface ErrorDetail {
  field: string;
  code: DetailCode;
  message: string;
}

/** Thrown anywhere beneath an endpoint; becomes the envelope of an error answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly kind: ErrorName;
  readonly details: ErrorDetail[] | undefined;
  /** Fields beside the code, of this error alone. */
  readonly more: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(
    kind: ErrorName,
    options: {
      message?: string;
      details?: ErrorDetail[];
      headers?: Record<string, string>;
      more?: Record<string, string>;
    } = {},
  ) {
    super(options.message ?? ERRORS[kind].message);
    this.kind = kind;
    this.details = options.details;
    this.headers = options.headers ?? {};
    this.more = options.more ?? {};
  }

  get status(): number {
    return ERRORS[this.kind].status;
  }

  get code(): string {
    return ERRORS[this.kind].code;
  }
}

/** One field at fault: the commonest 422. */
export function invalidField(field: string, message: string, code: DetailCode = 'invalid'): ApiError {
  return new ApiError('validation_failed', { details: [{ field, code, message }] });
}
