/**
 * How PostgreSQL and initdb make sure that all of a cluster is on the disk, after a crash and after the cluster is made:
 * one file after another takes 2 ms for each of two thousand files, and all files of the file system at once some
 * milliseconds. Linux before 5.8 may not report an error of the latter (PostgreSQL, `recovery_init_sync_method`).
 */
export function syncMethod(platform: NodeJS.Platform, release: string): 'fsync' | 'syncfs' {
  const [major = 0, minor = 0] = release.split('.', 2).map((part) => Number.parseInt(part, 10));
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8)) ? 'syncfs' : 'fsync';
}
