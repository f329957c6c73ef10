import { useEffect, useState } from 'preact/hooks';
import button from './button.module.css';
import styles from './install.module.css';
import type { Words } from './words.rules.js';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Offered where the browser says that it can. */
export function Install({ words }: { words: Words }) {
  const [offer, setOffer] = useState<InstallEvent | null>(null);
  useEffect(() => {
    const offered = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallEvent);
    };
    const done = () => setOffer(null);
    addEventListener('beforeinstallprompt', offered);
    addEventListener('appinstalled', done);
    return () => {
      removeEventListener('beforeinstallprompt', offered);
      removeEventListener('appinstalled', done);
    };
  }, []);
  if (!offer) return null;
  return (
    <button
      type="button"
      class={`${button.plain} ${styles.install}`}
      onClick={() => {
        setOffer(null);
        void offer.prompt();
      }}
    >
      {words.install}
    </button>
  );
}
