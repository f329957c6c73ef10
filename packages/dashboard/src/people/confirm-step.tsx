import { Confirm } from '../ui/forms/dialog.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import type { Step } from './key-steps.js';

interface ConfirmStepProps {
  step: Step;
  change: { isPending: boolean; isError: boolean; error: Error | null; mutate(step: Step): void };
  onClose(): void;
}

/** Asks before a step by which someone loses something; nothing for others. */
export function ConfirmStep({ step, change, onClose }: ConfirmStepProps) {
  if (!step.warning) return null;
  return (
    <Confirm
      title={step.warning.title}
      action={step.label}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(step)}
      onClose={onClose}
    >
      <p>{step.warning.text}</p>
      {change.isError && <Failure error={change.error} />}
    </Confirm>
  );
}
