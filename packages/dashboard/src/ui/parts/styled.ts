import { type ComponentPropsWithRef, createElement, type ReactElement } from 'react';

type Tag = 'div' | 'dl' | 'fieldset' | 'main' | 'output' | 'p' | 'pre' | 'section';

/** An element with a class of its own, and those that it is given. */
export function styled<const T extends Tag>(tag: T, own: string | undefined) {
  return ({
    className,
    ...props
  }: ComponentPropsWithRef<T> & { className?: string | undefined }): ReactElement =>
    createElement(tag, { ...props, className: className ? `${own} ${className}` : own });
}
