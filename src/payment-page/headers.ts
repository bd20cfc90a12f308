/**
 * What browsers and whoever stands between are told: the page is nobody else's to frame, to keep, to index or to learn the
 * address of, and loads nothing from elsewhere.
 */

/** `stepOrigins`: where a step may lead. Browsers apply `form-action` to the redirect behind a form, too. */
export function contentSecurityPolicy(stepOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...stepOrigins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** On every answer under /pay. */
export const guardHeaders = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** On what is answered at an address that holds a secret, or what is left of one, where there is no page: neither is to be kept. */
export const secretPathHeaders = { ...guardHeaders, 'content-security-policy': contentSecurityPolicy([]) } as const;
