import { Alert, Button } from '@mantine/core';
import { RequestError } from '../../api.js';
import { text } from '../../language/text.js';
import styles from './failure.module.css';

/** What went wrong, in words, and the way to try again. */
export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  const isOurs = error instanceof RequestError;
  const message = isOurs
    ? error.message
    : text(
        'Something went wrong on this page. Reload it; if it happens again, contact the people who run the service.',
      );
  const details = isOurs ? error.details.filter(({ field }) => field === '') : [];
  return (
    <Alert color="red" role="alert" className={styles.failure}>
      <p>{message}</p>
      {details.map((detail) => (
        <p key={detail.message}>{detail.message}</p>
      ))}
      {again && (
        <Button size="xs" variant="default" onClick={again}>
          {text('Try again')}
        </Button>
      )}
    </Alert>
  );
}
