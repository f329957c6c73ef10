/** The newest log of a folder and how many of its bytes hold what was promised; `newest` are the last promised numbers. */
export function newestLog(
  folder: string,
  facts: { newest: (string | undefined)[] },
): { file: string; bytes: Buffer; promised: number } | null;
