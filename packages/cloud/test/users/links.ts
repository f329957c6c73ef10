import type { Context } from '../../src/context.js';
import { openNotice } from '../../src/notify/sealed.js';

/** The one-time links in the notices to an address, the newest first, as `{ page, token }`. */
export async function linksTo(context: Context, email: string) {
  const { rows } = await context.pool.query<{ id: string; kind: string; data: Buffer; status: string }>(
    'select id, kind, data, status from notice where recipient = $1 order by created_at desc, id desc',
    [email],
  );
  return rows.map((row) => {
    const content = openNotice(context.secrets, row);
    if (content.kind !== 'colleague_invitation' && content.kind !== 'password_reset')
      throw new Error(`a notice of another kind: ${row.kind}`);
    const { pathname, hash } = new URL(content.data.link);
    return { page: pathname, token: hash.slice(1), kind: row.kind, status: row.status };
  });
}

/** The newest link to an address, once it is there. */
export async function linkTo(context: Context, email: string): Promise<string> {
  for (;;) {
    const token = (await linksTo(context, email)).find(({ status }) => status !== 'withdrawn')?.token;
    if (token) return token;
    await new Promise(setImmediate);
  }
}
