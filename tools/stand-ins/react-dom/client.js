import { render } from 'preact';

export * from 'preact/compat/client';

/** As React's, which mends what differs from what is there: Preact's own `hydrate` takes all attributes as they are. */
export const hydrateRoot = (container, children) => render(children, container);
