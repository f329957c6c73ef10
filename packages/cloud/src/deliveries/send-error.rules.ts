/** What people read in `last_error`, by the code of the cause. It holds no address and no url. */
const TEXTS: Record<string, string> = {
  ATTEMPT_TIMEOUT: 'timed out after 10 seconds',
  UND_ERR_CONNECT_TIMEOUT: 'timed out after 10 seconds',
  ETIMEDOUT: 'timed out while connecting',
  BLOCKED_ADDRESS: 'refused: the host is not on the public internet',
  ENOTFOUND: 'the host name does not resolve',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the answer was complete',
  EPIPE: 'connection closed before the answer was complete',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  UND_ERR_ABORTED: 'connection closed before the answer was complete',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
  EPROTO: 'TLS handshake failed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate is for another name',
  CERT_HAS_EXPIRED: 'TLS certificate has expired',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS certificate is not trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS certificate is not trusted',
};

/** A short sentence for an attempt that got no answer. An unknown code is named, never an unknown message. */
export function describeFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === null) return 'connection failed';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'TLS handshake failed';
  return TEXTS[code] ?? `connection failed (${code})`;
}

/** Its own code, else that of its cause, else of the first of several tried addresses. */
function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  return codeOf(cause) ?? (Array.isArray(errors) ? codeOf(errors[0]) : null);
}
