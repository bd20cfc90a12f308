/** A provider that does what a test says, with pages of its own from another origin, as a provider's are. */
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CardPorts, CardView, IdentityView, ProviderFault } from '../../src/collection/card/ports.ts';

/** What either port may be told. */
export type View = Omit<IdentityView & CardView, 'state'> & { state: IdentityView['state'] | CardView['state'] };

/** Sessions by id, and what was asked under which key. */
export class PlayedProvider {
  readonly views = new Map<string, View>();
  readonly asked: {
    kind: 'identity' | 'card';
    key: string;
    returnUrl: string;
    language: string;
    description?: string;
  }[] = [];
  fault: ProviderFault | undefined;
  origin = '';
  /** Tells the service, as a provider's webhook does. */
  onOutcome: (kind: 'identity' | 'card', providerId: string) => Promise<unknown> = async () => undefined;
  /** Where a session's page leads back to. */
  readonly returnUrls = new Map<string, string>();
  #byKey = new Map<string, string>();

  say(providerId: string, view: View): void {
    this.views.set(providerId, { ...this.views.get(providerId), ...view } as View);
  }

  ports(): CardPorts {
    const port = (kind: 'identity' | 'card') => ({
      provider: 'stripe' as const,
      begin: async (request: { key: string; returnUrl: string; language: string; description?: string }) => {
        if (this.fault) return this.fault;
        this.asked.push({ ...request, kind });
        const known = this.#byKey.get(request.key);
        const providerId = known ?? `${kind}_${this.#byKey.size + 1}`;
        if (!known) {
          this.#byKey.set(request.key, providerId);
          this.views.set(providerId, { state: 'open', url: `${this.origin}/${providerId}` });
          this.returnUrls.set(providerId, request.returnUrl);
        }
        return { providerId, view: this.views.get(providerId) as View };
      },
      look: async (providerId: string) => this.fault ?? (this.views.get(providerId) as View),
    });
    return {
      identity: port('identity') as CardPorts['identity'],
      card: port('card') as CardPorts['card'],
      pageOrigins: [this.origin],
    };
  }
}

/** A page per session, with the buttons that a payer presses at a provider. */
export async function servePages(provider: PlayedProvider): Promise<Server> {
  const server = createHttpServer(async (request, response) => {
    const [, id = '', outcome] = (request.url ?? '').split('/');
    if (outcome === undefined) {
      const button = (name: string) => `<form method="post" action="/${id}/${name}"><button>${name}</button></form>`;
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>provider</title>${['done', 'later', 'back'].map(button).join('')}`);
      return;
    }
    const card = id.startsWith('card');
    const paid = { amountCents: 165_000n, currency: 'cad' };
    if (outcome === 'done') {
      provider.say(id, card ? { state: 'paid', paid, providerPaymentId: `pi_${id}` } : { state: 'verified' });
    }
    if (outcome === 'later') provider.say(id, { state: 'processing' });
    await provider.onOutcome(card ? 'card' : 'identity', id);
    response.writeHead(303, { location: provider.returnUrls.get(id) ?? '/' }).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  provider.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}
