/**
 * The operator's command line: `npm run quittance -- <command>`, while the service runs or not. Every command has `--json`.
 */
import { commandLine } from './command-line.ts';

await (await commandLine(process.argv[2])).parseAsync();
