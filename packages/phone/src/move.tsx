import { useState } from 'preact/hooks';
import { call, Refusal, Unanswered } from './api.js';
import button from './button.module.css';
import styles from './move.module.css';
import { whyRefused } from './press.rules.js';
import type { Words } from './words.rules.js';

const DEADLINE_MS = 8_000;

/** Where the key is: shows a code that moves it elsewhere. */
export function Move({ words }: { words: Words }) {
  const [said, setSaid] = useState('');
  const show = async () => {
    try {
      const { code, lifetime_ms } = await call('POST', '/moves', DEADLINE_MS, {});
      setSaid(words.move.code(code, Math.round(lifetime_ms / 60_000)));
    } catch (error) {
      setSaid(failureWords(error, words));
    }
  };
  return (
    <details class={styles.move}>
      <summary>{words.move.title}</summary>
      <p>{words.move.text}</p>
      <button type="button" class={button.plain} onClick={() => void show()}>
        {words.move.show}
      </button>
      <p role="status" class={styles.code}>
        {said}
      </p>
    </details>
  );
}

/** Where the key goes: takes the code. */
export function Claim({ words, onEnd }: { words: Words; onEnd(): void }) {
  const [code, setCode] = useState('');
  const [said, setSaid] = useState('');
  const claim = async () => {
    const ask = () => call('POST', '/moves/claim', DEADLINE_MS, { code });
    try {
      // The first answer brings the cookie that the second takes the keys with.
      if (!(await ask()).moved) await ask();
      onEnd();
    } catch (error) {
      setSaid(failureWords(error, words));
    }
  };
  return (
    <form
      class={styles.claim}
      onSubmit={(event) => {
        event.preventDefault();
        void claim();
      }}
    >
      <label for="code">{words.move.ask}</label>
      <input
        id="code"
        value={code}
        required
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        aria-invalid={said === words.move.wrong}
        aria-describedby="code-said"
        onInput={(event) => {
          setCode(event.currentTarget.value);
          setSaid('');
        }}
      />
      <p id="code-said" role="status" class={styles.failed}>
        {said}
      </p>
      <button type="submit" class={button.plain}>
        {words.move.take}
      </button>
    </form>
  );
}

function failureWords(error: unknown, words: Words): string {
  if (error instanceof Refusal)
    return error.status === 404 || error.status === 422
      ? words.move.wrong
      : words.why[whyRefused(error.status, error.code)];
  return error instanceof Unanswered ? words.unreachable.title : words.why.server_error;
}
