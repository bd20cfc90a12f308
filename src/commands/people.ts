/**
 * `person invite | link | list`: how the first ones get in where nobody can invite them yet, and how somebody gets back in who has
 * lost the way. Links are shown this once; whoever may run commands holds the database already.
 */
import type { Command } from 'commander';
import type { Row, Tx } from '../base/database.ts';
import type { Foundation } from '../base/foundation.ts';
import { isEmail } from '../http/validation.ts';
import { invite, openInvitations, personByEmail } from '../people/invitations.ts';
import { linkAddress, linkPaths, makeLink } from '../people/link-tokens.ts';
import { listPeople } from '../people/memberships.ts';
import { operatorId, rolesAt } from '../people/roles.ts';
import { endSessions } from '../people/sessions.ts';
import { trail } from '../people/trail.ts';
import { CommandRefused, command, group, idFrom, operator, run } from './terminal.ts';

const linkMinutes = 60;

export function personCommands(): Command {
  const person = group('person', 'who may sign in to dashboard and console');
  person.addCommand(
    command('invite', 'invites somebody; the link is shown this once')
      .requiredOption('--email <email>', 'the address that the person will sign in with')
      .requiredOption('--role <role>', 'owner, developer or viewer of a partner; agent or approver of the operator')
      .option('--partner <id>', 'of which partner; without, of the operator')
      .action((options: { email: string; role: string; partner?: string; json?: boolean }) =>
        run(options, (foundation) => inviteSomebody(foundation, options)),
      ),
  );
  person.addCommand(
    command('link', 'makes a link by which somebody known signs in, once, within an hour')
      .requiredOption('--email <email>', 'whose')
      .option('--reset-second-factor', 'also take the second factor away, where its device is lost')
      .action((options: { email: string; resetSecondFactor?: boolean; json?: boolean }) =>
        run(options, (foundation) => linkFor(foundation, options.email, options.resetSecondFactor === true)),
      ),
  );
  person.addCommand(
    command('list', 'shows who belongs to the operator or to a partner, and who is invited')
      .option('--partner <id>', 'of which partner; without, of the operator')
      .action((options: { partner?: string; json?: boolean }) =>
        run(options, async ({ database }) => {
          const partnerId = partnerFrom(options.partner);
          return {
            people: await listPeople(database, partnerId),
            invitations: await openInvitations(database, partnerId),
          };
        }),
      ),
  );
  return person;
}

function partnerFrom(text: string | undefined): bigint {
  return text === undefined ? operatorId : idFrom(text, '--partner');
}

/** Where the service is reached; the links of commands lead there. */
function publicUrlOf({ config }: Foundation): string {
  return config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
}

async function inviteSomebody(
  foundation: Foundation,
  options: { email: string; role: string; partner?: string },
): Promise<object> {
  const partnerId = partnerFrom(options.partner);
  if (!isEmail(options.email)) throw new CommandRefused(`--email must be an e-mail address, not ${options.email}`);
  const role = rolesAt(partnerId).find((each) => each === options.role);
  if (!role) {
    const whose = partnerId === operatorId ? 'the operator' : 'a partner';
    throw new CommandRefused(`--role of ${whose} must be one of ${rolesAt(partnerId).join(', ')}, not ${options.role}`);
  }
  const invited = await foundation.database.transaction(async (tx) => {
    const made = await invite(tx, { partnerId, email: options.email, role });
    if (made.outcome === 'invited') {
      const subject = options.email.toLowerCase();
      const before = made.replaced && { before: { role: made.replaced } };
      await trail(tx, { partnerId, visitor: operator(), act: 'person invited', subject, ...before, after: { role } });
    }
    return made;
  });
  if (invited.outcome === 'no such partner') throw new CommandRefused(`There is no partner ${options.partner}`);
  if (invited.outcome !== 'invited') throw new CommandRefused(`${options.email} belongs there already`);
  return {
    invitationId: invited.id,
    link: linkAddress(publicUrlOf(foundation), linkPaths.invitation, invited.token),
    expiresAt: invited.expiresAt.toString({ smallestUnit: 'second' }),
  };
}

async function linkFor(foundation: Foundation, email: string, resetSecondFactor: boolean): Promise<object> {
  const token = await foundation.database.transaction(async (tx) => {
    const personId = await personByEmail(tx, email);
    if (personId === undefined) throw new CommandRefused(`Nobody has the address ${email}: \`person invite\` invites`);
    if (resetSecondFactor) await takeSecondFactorAway(tx, personId);
    const act = resetSecondFactor ? 'link made, second factor taken away' : 'link made';
    const { rows } = await tx.query<{ partnerId: bigint } & Row>(
      'select partner_id as "partnerId" from memberships where person_id = $1 order by partner_id',
      [personId],
    );
    const partners = rows.length === 0 ? [operatorId] : rows.map((row) => row.partnerId);
    const subject = email.toLowerCase();
    await trail(
      tx,
      partners.map((partnerId) => ({ partnerId, visitor: operator(), act, subject })),
    );
    return makeLink(tx, personId, linkMinutes);
  });
  return { link: linkAddress(publicUrlOf(foundation), linkPaths.signIn, token) };
}

async function takeSecondFactorAway(tx: Tx, personId: bigint): Promise<void> {
  await tx.query('delete from people_second_factors where person_id = $1', [personId]);
  await tx.query('update people set second_factor_enabled = false where id = $1', [personId]);
  await endSessions(tx, personId, { all: true });
}
