/**
 * The statuses with which an endpoint can refuse or fail (interface §7). There are no others on the endpoints of §4
 * (open point `unlisted-status`), and no codes besides them (`error-codes`).
 */

export const errorStatuses = {
  400: {
    meaning: 'The body is malformed, or a value in it is not accepted.',
    handling: 'Repair what `details` names and send again; the same request would be refused again.',
    example: 'Validation failed',
  },
  401: {
    meaning: 'The token is missing, unknown, deactivated, or lacks the permission for this endpoint.',
    handling: 'Look at the `Authorization` header and at the scopes of the token in the dashboard.',
    example: 'The API token lacks the permission public_api:payment_create',
  },
  409: {
    meaning: 'Another request with this `Idempotency-Key` has not finished yet.',
    handling: 'Wait a moment and send again with the same key: the first answer is then replayed.',
    example: 'A request with this Idempotency-Key is still in progress',
  },
  500: {
    meaning: 'The service failed.',
    handling: 'Send again with the same `Idempotency-Key`; nothing is done twice.',
    example: 'The service failed to process the request',
  },
} as const;

export type ErrorStatus = keyof typeof errorStatuses;
