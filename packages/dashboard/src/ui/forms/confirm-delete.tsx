import type { Paths } from '@door-access/protocol/contract';
import type { ReactNode } from 'react';
import { call } from '../../api.js';
import type { Routes } from '../../generated/routes.js';
import { Failure } from '../parts/failure.jsx';
import { Confirm } from './dialog.jsx';
import { useChange } from './form.js';

interface ConfirmDeleteProps {
  title: string;
  /** What the button that does it says. */
  action: string;
  /** What is deleted. */
  path: Paths<Routes, 'DELETE'>;
  /** The lists that are read again after it. */
  keys: readonly string[];
  onClose(): void;
  /** After it is gone; `onClose` where it is left out. */
  onDone?: () => void;
  children: ReactNode;
}

/** Asks before something is taken away, and says there why it could not be. */
export function ConfirmDelete({
  title,
  action,
  path,
  keys,
  onClose,
  onDone = onClose,
  children,
}: ConfirmDeleteProps) {
  const remove = useChange(() => call('DELETE', path), keys, onDone);
  return (
    <Confirm
      title={title}
      action={action}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {children}
      {remove.isError && <Failure error={remove.error} />}
    </Confirm>
  );
}
