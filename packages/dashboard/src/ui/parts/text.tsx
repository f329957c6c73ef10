import { styled } from './styled.js';
import styles from './text.module.css';

export const Note = styled('p', styles.note);
/** In place of what is not there. */
export const Empty = styled('p', styles.empty);
export const Problem = styled('p', styles.problem);
/** Shown word by word: addresses, commands, bodies. */
export const Recipe = styled('pre', styles.recipe);
export const SecretText = styled('output', styles.secret);
/** What must not be overlooked. */
export const Callout = styled('div', styles.callout);

const Live = styled('p', styles.outcome);
/** What became of the last action, for a screen reader too. */
export const Outcome = (props: Parameters<typeof Live>[0]) => <Live role="status" {...props} />;
