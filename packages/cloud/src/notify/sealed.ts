import type { SecretBox } from '../secrets/secret-box.js';
import type { NoticeContent } from './templates.rules.js';

/** Reads a notice's content back. Throws when the key is not the one it was sealed with. */
export function openNotice(
  secrets: SecretBox,
  notice: { id: string; kind: string; data: Uint8Array },
): NoticeContent {
  // Sealed by enqueueNotice alone, so its shape is that of its kind.
  return { kind: notice.kind, data: JSON.parse(secrets.open(notice.data, notice.id)) } as NoticeContent;
}
