/**
 * What runs the service at night asks for: is it alive, may it get traffic, how is it doing.
 */
import type { FastifyInstance } from 'fastify';

export interface OperationsSettings {
  /** Whether the process can do its work now; false while it drains. */
  isReady: () => Promise<boolean>;
  metrics: () => Promise<{ text: string; contentType: string }>;
}

export function installOperations(app: FastifyInstance, settings: OperationsSettings): void {
  app.get('/healthz', async (request, reply) => reply.header('x-request-id', request.id).send({ status: 'alive' }));
  app.get('/readyz', async (request, reply) => {
    const ready = await settings.isReady().catch(() => false);
    return reply
      .code(ready ? 200 : 503)
      .header('x-request-id', request.id)
      .send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (request, reply) => {
    const { text, contentType } = await settings.metrics();
    return reply.header('x-request-id', request.id).header('content-type', contentType).send(text);
  });
}
