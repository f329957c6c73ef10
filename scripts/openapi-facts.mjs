// What the clients have to know of requests and webhooks beside their types, from the OpenAPI document.

/** By event type, the fields of the envelope that identify the event. */
export const identifying = ({ webhooks }) =>
  Object.fromEntries(Object.entries(webhooks).map(([type, { post }]) => [type, post['x-deduplicate-by']]));

/** The requests that may carry an `Idempotency-Key`, such as `POST /people`. */
export const takingIdempotencyKey = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters }]) =>
      parameters?.some(({ name }) => name === 'Idempotency-Key') ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
