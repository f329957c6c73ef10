import { describe, expect, test } from '@jest/globals';
import { overflow, picture, signIn, stage, violations, watchedPage } from './browser.js';

/** Nothing answers at port 1. */
const { service, browser } = await stage({
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'doors',
  OIDC_LABEL: 'Acme login',
});

describe('a provider that does not answer', () => {
  test.each([
    ['light', 1280],
    ['dark', 375],
  ] as const)(
    'is shown on the sign-in page, and passwords work: %s, %d pixels',
    async (colorScheme, width) => {
      const { page, faults, close } = await watchedPage(browser, service, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await page.goto('/?refused=no_user');
      await page.getByText(/^No one signs in here with your e-mail address there/).waitFor();
      await page.getByText(/^Signing in with Acme login is not possible at the moment/).waitFor();
      await page.getByRole('button', { name: 'Sign in with Acme login' }).click();
      await page.getByText(/^Signing in with Acme login is not possible at the moment/).waitFor();
      await picture(page, `sign-in-openid-${colorScheme}-${width}`);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await signIn(page, service, 'owner@demo.example');
      expect(faults).toEqual([]);
      await close();
    },
  );
});
