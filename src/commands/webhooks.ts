/**
 * `webhook set`. It stands in the partner's trail, as from the pages.
 */
import type { Command } from 'commander';
import { eventNames } from '../../contract/events.ts';
import type { Foundation } from '../base/foundation.ts';
import { trail } from '../people/trail.ts';
import { findEndpoint, setEndpoint } from '../webhooks/endpoints.ts';
import { Sender } from '../webhooks/send.ts';
import { knownPartner, listed } from './partners.ts';
import { CommandRefused, command, group, operator, run } from './terminal.ts';

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
          return setWebhook(foundation, { partnerId, url: options.url, events, roll: options.roll === true });
        }),
      ),
  );
  return webhook;
}

async function setWebhook(
  foundation: Foundation,
  wanted: { partnerId: bigint; url: string; events: string[]; roll: boolean },
): Promise<{ signingSecret?: string }> {
  const { partnerId, url, events } = wanted;
  return foundation.database.transaction(async (tx) => {
    const before = await findEndpoint(tx, partnerId, { lock: true });
    const set = await setEndpoint(tx, foundation.box('webhook-secret'), wanted);
    await trail(tx, {
      partnerId,
      visitor: operator(),
      act: 'webhook set',
      subject: 'webhook',
      ...(before && { before: { url: before.url, events: before.events } }),
      after: { url, events, ...(set.signingSecret !== undefined && { signingSecret: 'new' }) },
    });
    return set;
  });
}

async function checkUrl({ config }: Foundation, url: string): Promise<void> {
  const sender = new Sender({ publicOnly: config.environment === 'production' });
  const checked = await sender.check(url).finally(() => sender.close());
  if (!checked.ok && checked.outcome !== 'dns') throw new CommandRefused(`The URL cannot be used. ${checked.why}`);
}
