/** The mark of the installation, which the service draws from its name. Always beside words. */
export function Mark({ size }: { size: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}
