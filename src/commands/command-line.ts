/**
 * Every group of commands, by its name.
 */
import { Command } from 'commander';

/** Each group by its name; loaded when it is called, so that a command starts with what it needs alone. */
const groups: Readonly<Record<string, () => Promise<Command>>> = {
  partner: async () => (await import('./partners.ts')).partnerCommands(),
  token: async () => (await import('./partners.ts')).tokenCommands(),
  webhook: async () => (await import('./webhooks.ts')).webhookCommands(),
  person: async () => (await import('./people.ts')).personCommands(),
  interac: async () => (await import('./interac.ts')).interacCommands(),
  eft: async () => (await import('./eft.ts')).eftCommands(),
  settlement: async () => (await import('./money.ts')).settlementCommands(),
  payment: async () => (await import('./money.ts')).paymentCommands(),
  files: async () => (await import('./files.ts')).filesCommands(),
  quarantine: async () => (await import('./oversight.ts')).quarantineCommands(),
  audit: async () => (await import('./oversight.ts')).auditCommand(),
  openapi: async () => (await import('./open-api.ts')).openApiCommand(),
};

/** The command line, with the group that is `called`; help, and a name that there is not, need all of them. */
export async function commandLine(called: string | undefined): Promise<Command> {
  const program = new Command('quittance').description('Runs what an operator of Quittance does by hand.');
  const needed = Object.entries(groups).filter(([name]) => name === called);
  for (const [, load] of needed.length > 0 ? needed : Object.entries(groups)) program.addCommand(await load());
  return program;
}
