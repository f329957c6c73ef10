import { type ComponentType, lazy } from 'react';

/* The files of each page come when it is shown, and are named by what is in them. */

/**
 * A page whose files are loaded by `load`. Where they do not come because the service was upgraded under an open tab, the
 * tab is loaded anew; any other failure is thrown, as a reload without a network would lose the page around it too.
 */
export const page = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch(async (error: unknown) => {
      if (!(await isUpgraded().catch(() => false))) throw error;
      location.reload();
      return new Promise<never>(() => {});
    }),
  );

/** The page of now begins with another script than this one did. */
async function isUpgraded(): Promise<boolean> {
  const begun = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  if (begun === undefined) return false;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
  return answer.ok && !(await answer.text()).includes(new URL(begun).pathname);
}
