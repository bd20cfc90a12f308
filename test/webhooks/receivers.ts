/** Receivers for the tests of sending: real servers on this machine that count what reaches them. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { Sender, type SenderOptions, type SendResult } from '../../src/webhooks/send.ts';

export const body = '{"event":"payment.created","payments":[{"id":1,"payeeName":"Énergir","amount":12.30}]}';
export const headers = { 'Service-Signature': 't=1700000000,v1=00' };
/** What the end of the test file closes, in order. */
export const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** Lets a server listen on any free port of this machine, and answers the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An HTTP server that writes down what it was sent before it answers. */
export async function receiver(answer: RequestListener) {
  const seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  const port = await listening(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${port}/hook?partner=7`, port };
}

/** A server below HTTP: `answer` gets the socket when the end of the body has arrived, or at once where it says so. */
export async function rawReceiver(answer: (socket: Socket) => void, when: 'request' | 'connection' = 'request') {
  const counts = { connections: 0, requests: 0, open: 0 };
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    counts.connections += 1;
    counts.open += 1;
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('close', () => {
      counts.open -= 1;
      server.emit('gone');
    });
    if (when === 'connection') answer(socket);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith(body)) return;
      text = '';
      counts.requests += 1;
      if (when === 'request') answer(socket);
    });
  });
  const port = await listening(server);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { counts, port, server, url: `http://127.0.0.1:${port}/hook` };
}

/** A sender of the sandbox, with 5 s for an exchange, unless said otherwise; closed at the end. */
export function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = new Sender({ publicOnly: false, timeoutMilliseconds: 5_000, ...options });
  closing.push(() => made.close());
  return made;
}

/** Sends `body` with `headers` to a URL, with a sender of its own. */
export function send(url: string, options: Partial<SenderOptions> = {}): Promise<SendResult> {
  return sender(options).send({ url, headers, body });
}

/** An answer with a status and a text. */
export function status(code: number, text = ''): RequestListener {
  return (_request, response) => response.writeHead(code).end(text);
}
