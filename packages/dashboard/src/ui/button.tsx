import { type ComponentPropsWithRef, createElement, type MouseEvent } from 'react';

type RootProps = ComponentPropsWithRef<'button'> & {
  href?: string;
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
};

const ignore = (event: MouseEvent) => event.preventDefault();

/** How all buttons are made: one that is busy takes no press, but keeps the focus of whoever works by keyboard. */
export function buttonRoot({ disabled, onClick, ...props }: RootProps) {
  const isBusy = Boolean(props['data-loading']);
  return createElement(props.href === undefined ? 'button' : 'a', {
    ...props,
    disabled: isBusy ? props['data-disabled'] : disabled,
    'aria-busy': isBusy || undefined,
    'aria-disabled': isBusy || undefined,
    onClick: isBusy ? ignore : onClick,
  });
}
