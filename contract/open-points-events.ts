/**
 * Open points of events, errors, limits and versions (interface §2.4, §6 – §9). Joined with the others in
 * open-points.ts.
 */
import type { OpenPoint } from './open-points.ts';

export const eventPoints = [
  {
    id: 'webhook-request',
    sections: ['6'],
    leftOpen: 'Method, content type and allowed addresses of a delivery.',
    decision: '`POST` with `application/json`; in the sandbox http or https, in production https to public addresses.',
    why: 'Payment data must not travel in the open, nor the service be used to reach a private network.',
  },
  {
    id: 'event-source',
    sections: ['6'],
    leftOpen: 'The constant in `source`.',
    decision: '`quittance`.',
    why: 'It names the sender.',
  },
  {
    id: 'event-payments',
    sections: ['6'],
    leftOpen: 'How many records one event carries.',
    decision: 'One.',
    why: 'A delivery that fails then concerns one payment.',
  },
  {
    id: 'event-snapshot',
    sections: ['6'],
    leftOpen: 'Which moment a record shows, and in which order events come.',
    decision:
      'The record as it was at the change; `timestamp` is the sending. The events of one payment are sent in the order of its changes. What counts is the subscription at the moment of the change.',
    why: 'An event tells what happened then, not what was true when it was sent.',
  },
  {
    id: 'webhook-timeouts',
    sections: ['6'],
    leftOpen: 'How long the receiver may take, and redirects.',
    decision:
      '10 seconds for the whole exchange; once a status has come back it decides, whatever becomes of the rest of the answer. A redirect is not followed and does not count as delivered.',
    why: 'A receiver should acknowledge first and work later; 3xx is not 2xx.',
  },
  {
    id: 'resend-by-hand',
    sections: ['6'],
    leftOpen: 'Whether an event can be sent again.',
    decision: 'Not by the service; a person may send it again, with a new `t`, and the log says so.',
    why: 'One automatic attempt is the policy; a person who asks for another knows of it.',
  },
  {
    id: 'idempotency-results',
    sections: ['7'],
    leftOpen: 'Which answers are kept for a replay.',
    decision: 'Only 200. After 400, 401, 409 or 500 the key is free.',
    why: 'A refused body is refused again anyway, and a 500 is safe to retry.',
  },
  {
    id: 'idempotency-body',
    sections: ['7'],
    leftOpen: 'When two bodies are the same.',
    decision: 'When their JSON values are equal (RFC 8785), whatever the order of members and the white space.',
    why: 'Clients that build a body anew do not promise the same bytes.',
  },
  {
    id: 'idempotency-overlap',
    sections: ['7'],
    leftOpen: 'A second request with the key of one in progress, but another body.',
    decision: '409 as long as the first is in progress.',
    why: 'Whether the key will be taken is not yet known.',
  },
  {
    id: 'idempotency-retention',
    sections: ['7', '8'],
    leftOpen: 'How long a key is remembered.',
    decision: 'Without end, unless the operator sets a time.',
    why: 'A key that is forgotten could pay twice.',
  },
  {
    id: 'idempotency-elsewhere',
    sections: ['7'],
    leftOpen: '`Idempotency-Key` on other endpoints.',
    decision: 'Ignored.',
    why: 'The rules are stated for `POST /create-payment` only.',
  },
  {
    id: 'error-codes',
    sections: ['7'],
    leftOpen: 'Machine-readable codes.',
    decision: 'None; the error body has the members of §2.4 and no others.',
    why: 'A code that is not shown would be a promise.',
  },
  {
    id: 'unlisted-status',
    sections: ['7'],
    leftOpen: 'Bodies that are too large or of another type; addresses that do not exist.',
    decision:
      'The endpoints of §4 answer with 200, 400, 401, 409 and 500 only: too large or another type is 400. Any other method and path is 404 with the error body.',
    why: 'Clients are told of these statuses and of no others.',
  },
  {
    id: 'endpoint-form',
    sections: ['2.4'],
    leftOpen: 'What `endpoint` looks like.',
    decision: 'The path as it was sent, with `/v1` and without the query.',
    why: 'It is what the client can compare with its own log.',
  },
  {
    id: 'rate-limits',
    sections: ['8'],
    leftOpen: 'Rate limits.',
    decision: 'None.',
    why: 'None is shown. Whoever runs the service may put a limiter in front of it.',
  },
  {
    id: 'openapi-address',
    sections: ['9'],
    leftOpen: 'Where the OpenAPI description is published.',
    decision: '`GET /v1/openapi.json`, without a token.',
    why: 'A description is of no use to those who cannot read it yet.',
  },
  {
    id: 'deprecation',
    sections: ['9'],
    leftOpen: 'How changes and deprecations are announced.',
    decision: 'No policy is stated.',
    why: 'A policy is a promise for whoever runs the service to make.',
  },
] as const satisfies readonly OpenPoint[];
