import { Button } from '@mantine/core';
import { encode } from 'uqr';
import { text } from '../language/text.js';
import type { VisitorLink } from '../types.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import { Buttons } from '../ui/parts/button.jsx';
import { Note } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { named } from '../words/names.rules.js';
import styles from './qr.module.css';
import { pathOf } from './visit.rules.js';

interface QrDialogProps {
  name: string;
  link: VisitorLink;
  onClose(): void;
}

/** A setup link for the phone of a visitor who stands here. It is known here alone, and is gone when this closes. */
export function QrDialog({ name, link, onClose }: QrDialogProps) {
  const words = useWords();
  // The quiet zone that the standard asks for.
  const { data, size } = encode(link.url, { ecc: 'M', border: 4 });
  return (
    <Dialog title={text('For the phone of {name}', { name: named(name) })} onClose={onClose}>
      <div className={styles.code}>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={text('QR code of the setup link')}
          shapeRendering="crispEdges"
        >
          <path d={pathOf(data)} />
        </svg>
        <p>{text('Scan this with the camera of the phone that will open the doors.')}</p>
        <Note>
          {text('It works once, until {time}. Do not photograph it for others.', {
            time: words.moment(link.expires_at),
          })}
        </Note>
      </div>
      <Buttons>
        <Button onClick={onClose}>{text('Done')}</Button>
      </Buttons>
    </Dialog>
  );
}
