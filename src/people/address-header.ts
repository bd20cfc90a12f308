/** The header by which our server tells sign-in who asks; apart, so that the mount does not load better-auth. */
export const addressHeader = 'x-quittance-address';
