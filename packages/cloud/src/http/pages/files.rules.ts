/*
 * The headers of each file of the pages. Ours and not helmet: it is one constant, made once, and the defaults
 * of helmet would have to be set otherwise header by header.
 */

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

/**
 * Nothing but our own files runs, and nothing frames us. Everything in the pages is script of ours and text.
 * @param policy directives that a page has beside the usual ones, or in their place
 */
export function pageHeaders(
  isHttps: boolean,
  policy: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const directives = Object.entries({ ...POLICY, ...policy }).map(([name, sources]) => `${name} ${sources}`);
  return {
    'Content-Security-Policy': directives.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
