/**
 * `partner create`, `token create | deactivate | reactivate`. Each stands in the audit trail, as from the pages.
 */
import type { Command } from 'commander';
import { permissions } from '../../contract/permissions.ts';
import type { Tx } from '../base/database.ts';
import type { Foundation } from '../base/foundation.ts';
import { addPartner, findPartner } from '../partners/partners.ts';
import { createToken, lockToken, setTokenActive } from '../partners/tokens.ts';
import { operatorId } from '../people/roles.ts';
import { trail } from '../people/trail.ts';
import { CommandRefused, command, group, idFrom, operator, run } from './terminal.ts';

export function partnerCommands(): Command {
  const partner = group('partner', 'the companies whose applications create payments');
  partner.addCommand(
    command('create', 'adds a partner')
      .requiredOption('--name <name>', 'its name')
      .action((options: { name: string; json?: boolean }) =>
        run(options, async ({ database }) => {
          if (options.name.trim() === '') throw new CommandRefused('--name must not be empty');
          const { outcome, partner } = await database.transaction(async (tx) => {
            const added = await addPartner(tx, options.name);
            const { id, name } = added.partner;
            const act = { act: 'partner created', subject: `partner ${id}`, after: { name } };
            if (added.outcome === 'added') await trail(tx, { partnerId: operatorId, visitor: operator(), ...act });
            return added;
          });
          if (outcome === 'known')
            throw new CommandRefused(
              `There is a partner ${JSON.stringify(partner.name)} already: partner ${partner.id}`,
            );
          return { partnerId: partner.id };
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
          return foundation.database.transaction(async (tx) => {
            const issued = await createToken(tx, partnerId, options.name, scopes);
            const act = {
              act: 'token created',
              subject: `token ${issued.tokenId}`,
              after: { name: options.name, scopes },
            };
            await trail(tx, { partnerId, visitor: operator(), ...act });
            return { ...issued };
          });
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
            await database.transaction((tx) => setActive(tx, tokenId, active));
            return { tokenId, active };
          }),
        ),
    );
  }
  return token;
}

/** What is so already stays so, and is no change. */
async function setActive(tx: Tx, tokenId: bigint, active: boolean): Promise<void> {
  const token = await lockToken(tx, undefined, tokenId);
  if (!token) throw new CommandRefused(`There is no token ${tokenId} here`);
  if (token.active === active) return;
  await setTokenActive(tx, tokenId, active, token.partnerId);
  const act = active ? 'token reactivated' : 'token deactivated';
  const change = { before: { active: token.active }, after: { active } };
  await trail(tx, { partnerId: token.partnerId, visitor: operator(), act, subject: `token ${tokenId}`, ...change });
}

/** The partner of `--partner`. Refuses the command where there is none. */
export async function knownPartner({ database }: Foundation, text: string): Promise<bigint> {
  const partner = await findPartner(database, idFrom(text, '--partner'));
  if (!partner) throw new CommandRefused(`There is no partner ${text}`);
  return partner.id;
}

/** Names with commas between them, each once. Refuses the command where one is not allowed. */
export function listed<T extends string>(text: string, allowed: readonly T[], what: string): T[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(allowed as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new CommandRefused(`There is no ${what} ${JSON.stringify(unknown)}: allowed are ${allowed.join(', ')}`);
  return [...new Set(names)] as T[];
}
