import { Button } from '@mantine/core';
import { useState } from 'react';
import { lines, query } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { rich, text } from '../language/text.js';
import { Card, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Problem, Recipe } from '../ui/parts/text.jsx';
import styles from './chain.module.css';

type Line = Routes['GET /audit/check']['streams'];
type Check = NonNullable<Line['check']>;

/** Reads the whole chain again, and says whether anything in it was changed. */
export function Chain() {
  const [at, setAt] = useState<{ read: number; of: number } | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setCheck(null);
    setError(null);
    setAt({ read: 0, of: 0 });
    try {
      // A long chain is read in parts, each by a request of its own.
      for (let after: string | null = ''; after !== null; ) {
        const part: AsyncIterable<Line> = lines(`/audit/check${query({ after })}`);
        after = null;
        for await (const line of part) {
          if (line.read !== undefined) setAt({ read: line.read, of: line.of ?? 0 });
          if (line.check) setCheck(line.check);
          if (line.error) setError(new Error(line.error));
          if (line.next) after = line.next;
        }
      }
    } catch (failure) {
      setError(failure);
    } finally {
      setAt(null);
    }
  };
  return (
    <Card className={styles.chain} aria-labelledby="chain">
      <SectionHead>
        <h2 id="chain">{text('The chain')}</h2>
        <Button variant="default" loading={at !== null} onClick={() => void run()}>
          {text('Check it')}
        </Button>
      </SectionHead>
      <Note>
        {text(
          'Each entry carries a fingerprint of the one before it and a seal that only this service can make. The check reads all of them again.',
        )}
      </Note>
      {at && (
        <progress
          aria-label={text('Entries read')}
          {...(at.of > 0 ? { value: Math.min(at.read, at.of), max: at.of } : {})}
        />
      )}
      <div role="status">
        {check && !check.fault && (
          <>
            <p className={styles.good}>
              {[
                text('All {count, number} entries are as they were written, and none is missing.', {
                  count: check.entries,
                }),
                check.forgotten > 0 &&
                  text('The first {count, number} were deleted after their time.', {
                    count: check.forgotten,
                  }),
                check.erased > 0 &&
                  text('Names were erased from {count, number} of them.', { count: check.erased }),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
            {check.anchor && (
              <details>
                <summary>{text('Keep where it ends')}</summary>
                <Note>
                  {rich(
                    'Kept elsewhere, it proves later that nothing before it was rewritten: <code>npx doorctl audit verify --anchor …</code>',
                    { code: (parts) => <code>{parts}</code> },
                  )}
                </Note>
                <Recipe>{check.anchor}</Recipe>
              </details>
            )}
          </>
        )}
        {check?.fault && (
          <Problem>{text('The chain is broken: {message}.', { message: check.fault.message })}</Problem>
        )}
      </div>
      {error !== null && <Failure error={error} again={() => void run()} />}
    </Card>
  );
}
