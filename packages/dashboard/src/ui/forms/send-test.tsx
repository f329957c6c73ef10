import { text } from '../../language/text.js';
import { Failure } from '../parts/failure.jsx';
import { Outcome } from '../parts/text.jsx';
import { useChange } from './form.js';
import { RowButton } from './row-button.jsx';

interface SendTestProps {
  /** Of what is tested. */
  name: string;
  /** What the button says. */
  label?: string;
  send(): Promise<{ ok: boolean; answer: string }>;
  /** Lists that show when something was sent. */
  keys?: readonly string[];
}

/** Sends a test, and says what was answered. */
export function SendTest({ name, label = text('Send a test'), send, keys = [] }: SendTestProps) {
  const test = useChange(send, keys);
  return (
    <>
      <RowButton name={`${label}: ${name}`} disabled={test.isPending} onClick={() => test.mutate(undefined)}>
        {label}
      </RowButton>
      {test.isError && <Failure error={test.error} />}
      <Outcome>
        {test.data ? `${test.data.ok ? text('Sent.') : text('Not sent.')} ${test.data.answer}.` : ''}
      </Outcome>
    </>
  );
}
