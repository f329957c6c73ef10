import { Button, type ButtonProps } from '@mantine/core';

interface RowButtonProps extends Pick<ButtonProps, 'disabled' | 'loading'> {
  /** What it does. */
  children: string;
  /** And to what, which a screen reader says too. */
  name: string;
  onClick(): void;
}

/** A button of one row of a list. */
export function RowButton({ name, ...props }: RowButtonProps) {
  return <Button size="xs" variant="default" aria-label={name} {...props} />;
}
