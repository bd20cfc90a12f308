/**
 * `openapi`.
 */
import type { Command } from 'commander';
import { openApiDocument } from '../../contract/openapi.ts';
import { command, print } from './terminal.ts';

export function openApiCommand(): Command {
  return command('openapi', 'prints the OpenAPI description of the API').action(() => {
    print(openApiDocument(), true);
  });
}
