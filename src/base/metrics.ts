/**
 * What the night watch can read: one registry per process, in Prometheus' form.
 */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'quittance_http_request_seconds',
      help: 'HTTP requests by route, method and status, with their duration.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    webhookAttempts: new Histogram({
      name: 'quittance_webhook_attempt_seconds',
      help: 'Webhook attempts by outcome, with their duration.',
      labelNames: ['outcome'] as const,
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    bankFiles: new Counter({
      name: 'quittance_bank_files_total',
      help: 'Files from the inbox by format and outcome: processed, quarantined, or failed (a passing fault, tried again).',
      labelNames: ['format', 'outcome'] as const,
      registers: [registry],
    }),
    audits: new Counter({
      name: 'quittance_audits_total',
      help: 'Audits of the ledger by result: balanced or not.',
      labelNames: ['balanced'] as const,
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
