/**
 * Sets the room up: sign-in, one's own doors, people. Nothing of it is loaded or connected before somebody comes.
 */
import type { FastifyInstance } from 'fastify';
import type { Foundation } from '../base/foundation.ts';
import type { Log } from '../base/log.ts';
import { openPost } from './mail.ts';
import { installSignIn } from './mount.ts';
import { installOwnDoors } from './own-doors.ts';
import { installPeopleDoors } from './people-doors.ts';
import { PeopleRoom } from './room.ts';

export type { PeopleRoom } from './room.ts';

/** `listening` answers the address of the service once it listens; PUBLIC_URL goes before it. */
export function installPeople(
  app: FastifyInstance,
  { config, database, box }: Foundation,
  { log, listening }: { log: Log; listening: () => string },
): PeopleRoom {
  const { environment, smtpUrl, mailFrom: from } = config;
  const post = openPost({ environment, smtpUrl, from, log });
  if (!post.able) {
    log.warn('no mails can be sent (SMTP_URL is not set): people are invited and let in by the command `person` only');
  }
  const room = new PeopleRoom({
    database,
    environment,
    log,
    post,
    // As good as a key of its own: 32 bytes that only SECRET_KEY leads to.
    secret: box('people').fingerprint('sign-in', 'secret of sign-in'),
    publicUrl: () => config.publicUrl ?? listening(),
    otherOrigins: () => (config.publicUrl === undefined ? sameMachine(listening()) : []),
  });
  app.addHook('onClose', () => room.close());
  installSignIn(app, room);
  installOwnDoors(app, room);
  installPeopleDoors(app, room);
  return room;
}

/** Other names by which a browser on this machine reaches the same address. */
function sameMachine(address: string): string[] {
  const { port, hostname, origin } = new URL(address);
  if (!['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return [];
  return ['127.0.0.1', '[::1]', 'localhost']
    .map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)
    .filter((each) => each !== origin);
}
