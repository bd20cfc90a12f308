/** A process of the postgres-server tests: uses the server of a folder until its input ends, then leaves. */
import { useLocalServer } from '../../src/base/postgres-server.ts';

const server = await useLocalServer(process.argv[2] as string, { settings: ['fsync=off'] });
process.stdout.write(`${server.url}\n`);
process.stdin.resume().on('end', async () => {
  await server.leave();
  process.exit(0);
});
