/* Finds the endpoint that a request reaches by its method and path, in types alone: nothing of this is in a bundle. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a path is if there is an endpoint for it; else a text that says so, to which no path is assignable. */
export type Path<Routes, M extends Method, P extends string> = P extends string
  ? [NameOf<Routes, M, P>] extends [never]
    ? `No endpoint answers ${M} ${P}`
    : P
  : never;

/** The arguments that carry the body: one that must be given if the endpoint declares a body, else none. */
export type BodyFor<Routes, M extends Method, P extends string> =
  RouteOf<Routes, M, P> extends {
    body: infer Body;
  }
    ? [body: Body]
    : [];

/** The same among other options; where no body is declared, an empty one does no harm. */
export type Sent<Routes, M extends Method, P extends string, Options> =
  RouteOf<Routes, M, P> extends {
    body: infer Body;
  }
    ? [Options & { body: Body }]
    : [(Options & { body?: Record<string, never> | undefined })?];

export type AnswerTo<Routes, M extends Method, P extends string> = AnswerOf<RouteOf<Routes, M, P>>;

/** Undefined where the endpoint answers without a body. */
export type AnswerOf<Route> = Route extends { answer: infer Answer } ? Answer : undefined;

/** What one line of a stream holds, or its messages by the names of their events. */
export type StreamOf<Routes, P extends string> =
  RouteOf<Routes, 'GET', P> extends { streams: infer Lines } ? Lines : never;

/** Paths of all endpoints with this method and such an answer, for those that pass one on. */
export type Paths<Routes, M extends Method, Answer = unknown> = {
  [Name in keyof Routes]: Name extends `${M} ${infer P}`
    ? AnswerOf<Routes[Name]> extends Answer
      ? Filled<P>
      : never
    : never;
}[keyof Routes];

type RouteOf<Routes, M extends Method, P extends string> = Routes[NameOf<Routes, M, P>];

type NameOf<Routes, M extends Method, P extends string> = {
  [Name in keyof Routes]: Name extends `${M} ${infer Declared}`
    ? Fits<WithoutQuery<P>, Declared> extends false
      ? never
      : Name
    : never;
}[keyof Routes];

type WithoutQuery<P extends string> = P extends `${infer Bare}?${string}` ? Bare : P;

/** Segment by segment: `/doors/${number}/day` fits `/doors/{id}/day`. */
type Fits<P extends string, Declared extends string> = Declared extends `${infer D}/${infer Ds}`
  ? P extends `${infer S}/${infer Ss}`
    ? FitsSegment<S, D> extends true
      ? Fits<Ss, Ds>
      : false
    : false
  : P extends `${string}/${string}`
    ? false
    : FitsSegment<P, Declared>;

/** A parameter takes a value that is known only at run time: `/gateways/pair` does not fit `/gateways/{id}`. */
type FitsSegment<S extends string, Declared extends string> = Declared extends `{${string}}`
  ? string extends S
    ? true
    : `${number}` extends S
      ? true
      : false
  : S extends Declared
    ? true
    : false;

type Filled<P extends string> = P extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : P;
