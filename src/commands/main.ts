/**
 * The operator's command line: `npm run quittance -- <command>`, while the service runs or not. Every command has `--json`.
 */
import { Command } from 'commander';
import { eftCommands } from './eft.ts';
import { filesCommands } from './files.ts';
import { interacCommands } from './interac.ts';
import { paymentCommands, settlementCommands } from './money.ts';
import { auditCommand, openApiCommand, quarantineCommands } from './oversight.ts';
import { partnerCommands, tokenCommands, webhookCommands } from './partners.ts';

const program = new Command('quittance').description('Runs what an operator of Quittance does by hand.');
for (const each of [
  partnerCommands(),
  tokenCommands(),
  webhookCommands(),
  interacCommands(),
  eftCommands(),
  settlementCommands(),
  paymentCommands(),
  filesCommands(),
  quarantineCommands(),
  auditCommand(),
  openApiCommand(),
]) {
  program.addCommand(each);
}
await program.parseAsync();
