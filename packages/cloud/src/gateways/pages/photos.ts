import { z } from 'zod';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { sendPicture } from '../../http/pages/picture.js';
import { UuidParam } from '../../http/schemas.js';
import { MAX_PHOTO_BYTES } from '../door-tests/photo.rules.js';
import { addPhoto, deletePhoto, readPhoto } from '../door-tests/photos.js';

/* Photos of a door test. Whose they are is on the report, in `door-tests.ts`. */

/** Four characters of base64 for three bytes. */
const MAX_IMAGE = Math.ceil(MAX_PHOTO_BYTES / 3) * 4;
const ReportParam = z.strictObject({ report: UuidParam });
const PhotoParams = ReportParam.extend({ photo: UuidParam });

export const photoEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/door-tests/{report}/photos',
    role: 'manager',
    params: ReportParam,
    body: z.strictObject({ image: z.base64().min(1).max(MAX_IMAGE, 'must be at most 1 MB') }),
    maxBodyBytes: MAX_IMAGE + 1024,
    status: 201,
    answer: z.strictObject({ id: z.uuid() }),
    async handler({ context, user, params, body }) {
      return { body: await addPhoto(context, user, params.report, body.image) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/door-tests/{report}/photos/{photo}',
    role: 'viewer',
    params: PhotoParams,
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, params }, response) {
      sendPicture(response, await readPhoto(context, user, params), 'image/jpeg');
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/door-tests/{report}/photos/{photo}',
    role: 'manager',
    params: PhotoParams,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await deletePhoto(context, user, params);
      return {};
    },
  }),
];
