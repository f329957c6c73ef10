import { type ComponentPropsWithRef, createElement, type MouseEvent } from 'react';
import styles from './button.module.css';
import { styled } from './styled.js';

type RootProps = ComponentPropsWithRef<'button'> & {
  href?: string;
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
};

const ignore = (event: MouseEvent) => event.preventDefault();

/** How all buttons are made: one that is busy takes no press, but keeps the focus for the keyboard. */
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

/** What can be done at the end of a form or a dialog. */
export const Buttons = styled('div', styles.buttons);
export const Row = styled('div', styles.row);

/** Does something on this page, and looks like a link. */
export const LinkButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={styles.link} {...props} />
);
