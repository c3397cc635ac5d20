/** Headers of every response: no inline code, no framing, no content sniffing, no caching. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** All headers of a response, with its own and its id. By default a response is not cached. */
export function addSecurityHeaders(
  own: Readonly<Record<string, string>>,
  request: string,
): Record<string, string> {
  return { "cache-control": "no-store", ...own, ...HEADERS, "x-request-id": request };
}
