import { Alert, Button } from '@mantine/core';
import styles from './failure.module.css';
import { Title } from './title.jsx';

/** In place of a page whose files did not load, or that cannot be drawn; only a reload helps with either. */
export function Broken() {
  return (
    <>
      <Title>This page could not be shown</Title>
      <Alert color="red" role="alert" className={styles.failure}>
        <p>The network may have been away for a moment, or the service was upgraded since you opened it.</p>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Load it anew
        </Button>
      </Alert>
    </>
  );
}
