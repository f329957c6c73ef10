import { createElement, options } from 'preact';
import { useContext, use as useOfCompat } from 'preact/compat';

export * from 'preact/compat';
export { default } from 'preact/compat';

/*
 * As in React, the effects of what a person did have run before what they do next: a form that is sent as soon as its last
 * character is typed has that character.
 */
options.requestAnimationFrame = queueMicrotask;

/**
 * Keeps what is out of sight, with all that was typed in it. React also ends its effects, which Preact does not: what
 * must rest there asks whether it is seen.
 */
export const Activity = ({ mode, children }) =>
  createElement('div', { style: { display: mode === 'hidden' ? 'none' : 'contents' } }, children);

/** Where a page is drawn to text, `preact-render-to-string` gives components their contexts by `useContext` alone. */
export const use =
  typeof document === 'undefined'
    ? (usable) => (usable.then ? useOfCompat(usable) : useContext(usable))
    : useOfCompat;
