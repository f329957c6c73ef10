import { Alert, Button } from '@mantine/core';
import { text } from '../../language/text.js';
import styles from '../parts/failure.module.css';
import { Title } from './title.jsx';

/** In place of a page whose files did not load, or that cannot be drawn; only a reload helps with either. */
export function Broken() {
  return (
    <>
      <Title>{text('This page could not be shown')}</Title>
      <Alert color="red" role="alert" className={styles.failure}>
        <p>
          {text(
            'The network may have failed for a moment, or the service was upgraded since you opened the page.',
          )}
        </p>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          {text('Reload')}
        </Button>
      </Alert>
    </>
  );
}
