import { useState } from 'react';
import { call } from '../../api.js';
import { encoded, pictureOf } from '../../files/picture.js';
import { text } from '../../language/text.js';
import { useHere } from '../../session.js';
import type { DoorTestReport } from '../../types.js';
import { ConfirmDelete } from '../../ui/forms/confirm-delete.jsx';
import { FileButton } from '../../ui/forms/file-button.jsx';
import { useChange } from '../../ui/forms/form.js';
import { LinkButton } from '../../ui/parts/button.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import { Note, Problem } from '../../ui/parts/text.jsx';
import { AtClock } from '../../ui/parts/time.jsx';
import type { ZoneWords } from '../../words/zone.rules.js';
import styles from './test-photos.module.css';

/** Details of a lock are still read at this size, and it is some 300 KB. */
const LONGEST_SIDE = 1_600;
const QUALITY = 0.8;
const MAX_PHOTOS = 4;

/** A file that cannot become a photo; its message is for the person. */
class PhotoError extends Error {
  override name = 'PhotoError';
}

type Report = Pick<DoorTestReport, 'id' | 'photos'>;

/** What people added to a report, each with who did and when. */
export function TestPhotos({ report, words }: { report: Report; words: ZoneWords }) {
  const { mayWrite } = useHere();
  const [deleting, setDeleting] = useState<string | null>(null);
  const path = (photo: string) => `/door-tests/${report.id}/photos/${photo}` as const;
  if (report.photos.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label={text('Photos')}>
      {report.photos.map(({ id, width, height, added_at, added_by }) => (
        <li key={id}>
          <a href={`/dashboard${path(id)}`} target="_blank" rel="noreferrer">
            <img
              src={`/dashboard${path(id)}`}
              width={width}
              height={height}
              loading="lazy"
              alt={text('Photo of the tested door, by {name}', { name: added_by })}
            />
          </a>
          <small>
            {added_by}, <AtClock words={words} at={added_at} />
          </small>
          {mayWrite && <LinkButton onClick={() => setDeleting(id)}>{text('Delete the photo')}</LinkButton>}
        </li>
      ))}
      {deleting !== null && (
        <ConfirmDelete
          title={text('Delete the photo?')}
          action={text('Delete the photo')}
          path={path(deleting)}
          keys={['door']}
          onClose={() => setDeleting(null)}
        >
          <p>{text('It is taken from the report and from its PDF. The audit log keeps who did it.')}</p>
        </ConfirmDelete>
      )}
    </ul>
  );
}

/** Adds one: on a phone, its camera is offered too. */
export function AddPhoto({ report }: { report: Report }) {
  const { mayWrite } = useHere();
  const add = useChange(
    async (file: File) =>
      call('POST', `/door-tests/${report.id}/photos`, { body: { image: await photoOf(file) } }),
    ['door'],
  );
  if (!mayWrite || report.photos.length >= MAX_PHOTOS) return null;
  return (
    <div className={styles.add}>
      <FileButton accept="image/*" isBusy={add.isPending} onFile={add.mutate}>
        {text('Add a photo')}
      </FileButton>
      <Note>
        {text('Up to {count}. They are added to the PDF; where they were taken is not kept.', {
          count: MAX_PHOTOS,
        })}
      </Note>
      {add.error instanceof PhotoError && <Problem role="alert">{add.error.message}</Problem>}
      {add.isError && !(add.error instanceof PhotoError) && <Failure error={add.error} />}
    </div>
  );
}

async function photoOf(file: File): Promise<string> {
  const image = await pictureOf(file, LONGEST_SIDE)
    .then((canvas) => encoded(canvas, 'image/jpeg', QUALITY))
    .catch(() => null);
  if (image === null)
    throw new PhotoError(text('The browser cannot read this file as an image. Choose a PNG or a JPEG.'));
  return image;
}
