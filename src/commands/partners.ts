/**
 * `partner create`, `token create | deactivate | reactivate`, `webhook set`.
 */
import type { Command } from 'commander';
import { eventNames } from '../../contract/events.ts';
import { permissions } from '../../contract/permissions.ts';
import type { Foundation } from '../base/foundation.ts';
import { createPartner, findPartner } from '../partners/partners.ts';
import { createToken, setTokenActive } from '../partners/tokens.ts';
import { setEndpoint } from '../webhooks/endpoints.ts';
import { Sender } from '../webhooks/send.ts';
import { CommandRefused, command, group, idFrom, run } from './terminal.ts';

export function partnerCommands(): Command {
  const partner = group('partner', 'the companies whose applications create payments');
  partner.addCommand(
    command('create', 'adds a partner')
      .requiredOption('--name <name>', 'its name')
      .action((options: { name: string; json?: boolean }) =>
        run(options, async ({ database }) => {
          if (options.name.trim() === '') throw new CommandRefused('--name must not be empty');
          return { partnerId: (await createPartner(database, options.name)).id };
        }),
      ),
  );
  return partner;
}

export function tokenCommands(): Command {
  const token = group('token', 'API tokens of a partner, in this environment');
  token.addCommand(
    command('create', 'makes a token; its value is shown this once')
      .requiredOption('--partner <id>', 'whose it is')
      .requiredOption('--name <name>', 'what to call it')
      .requiredOption('--scopes <scopes>', `all, or some of: ${permissions.join(', ')}`)
      .action((options: { partner: string; name: string; scopes: string; json?: boolean }) =>
        run(options, async (foundation) => {
          const partnerId = await knownPartner(foundation, options.partner);
          const scopes = options.scopes === 'all' ? [...permissions] : listed(options.scopes, permissions, 'scope');
          return { ...(await createToken(foundation.database, partnerId, options.name, scopes)) };
        }),
      ),
  );
  for (const [name, active] of [
    ['deactivate', false],
    ['reactivate', true],
  ] as const) {
    token.addCommand(
      command(
        name,
        active ? 'makes a deactivated token work again' : 'stops a token from working, at once and everywhere',
      )
        .requiredOption('--token-id <id>', 'which one')
        .action((options: { tokenId: string; json?: boolean }) =>
          run(options, async ({ database }) => {
            const tokenId = idFrom(options.tokenId, '--token-id');
            if (!(await setTokenActive(database, tokenId, active)))
              throw new CommandRefused(`There is no token ${tokenId} here`);
            return { tokenId, active };
          }),
        ),
    );
  }
  return token;
}

export function webhookCommands(): Command {
  const webhook = group('webhook', 'where a partner is told of events');
  webhook.addCommand(
    command('set', 'sets URL and subscription; the signing secret is shown the first time and with --roll')
      .requiredOption('--partner <id>', 'whose it is')
      .requiredOption('--url <url>', 'where to send events')
      .requiredOption('--events <events>', `which: ${eventNames.join(', ')}`)
      .option('--roll', 'make a new signing secret')
      .action((options: { partner: string; url: string; events: string; roll?: boolean; json?: boolean }) =>
        run(options, async (foundation) => {
          const partnerId = await knownPartner(foundation, options.partner);
          const events = options.events === '' ? [] : listed(options.events, eventNames, 'event');
          await checkUrl(foundation, options.url);
          return foundation.database.transaction((tx) =>
            setEndpoint(tx, foundation.box('webhook-secret'), {
              partnerId,
              url: options.url,
              events,
              roll: options.roll === true,
            }),
          );
        }),
      ),
  );
  return webhook;
}

async function checkUrl({ config }: Foundation, url: string): Promise<void> {
  const sender = new Sender({ publicOnly: config.environment === 'production' });
  const checked = await sender.check(url).finally(() => sender.close());
  if (!checked.ok && checked.outcome !== 'dns') throw new CommandRefused(`The URL cannot be used. ${checked.why}`);
}

async function knownPartner({ database }: Foundation, text: string): Promise<bigint> {
  const partner = await findPartner(database, idFrom(text, '--partner'));
  if (!partner) throw new CommandRefused(`There is no partner ${text}`);
  return partner.id;
}

function listed<T extends string>(text: string, allowed: readonly T[], what: string): T[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(allowed as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new CommandRefused(`There is no ${what} ${JSON.stringify(unknown)}: allowed are ${allowed.join(', ')}`);
  return [...new Set(names)] as T[];
}
