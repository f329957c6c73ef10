import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { text } from '../language/text.js';
import { Broken } from '../ui/page/broken.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { isInBrowser } from '../ui/parts/kept.js';
import styles from './button.module.css';

const load = () => import('./dialog.jsx');
const FindDialog = lazy(load);
const IS_MAC = isInBrowser && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search over everything, at a press or by Ctrl-K; its code is loaded then. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // A form that is open stays: what was typed there would be out of reach.
      if (isOpen || !document.querySelector('dialog[open]')) setOpen(!isOpen);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        className={styles.find}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} />
        <span>{text('Find or do…')}</span>
        <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <ErrorBoundary FallbackComponent={Broken}>
          <Suspense>
            <FindDialog onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
