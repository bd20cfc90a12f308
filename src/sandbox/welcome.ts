/**
 * What a sandbox says when it is up: where it is, and a token that works. The demo partner and its token are made at the
 * first start; the token is kept in DATA_DIR, which only the sandbox does. Where it cannot be kept there, every start makes
 * one of its own: only the convenience is lost.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { permissions } from '../../contract/permissions.ts';
import type { Foundation } from '../base/foundation.ts';
import type { Log } from '../base/log.ts';
import { createPartner, findPartnerByName } from '../partners/partners.ts';
import { createToken, tokenLookup } from '../partners/tokens.ts';

const demoPartner = 'Demo partner';

export interface DemoToken {
  partnerId: bigint;
  token: string;
}

/** Lines for a person in front of a terminal. */
export function welcome(foundation: Foundation, address: string, { partnerId, token }: DemoToken): string {
  return [
    '',
    `  Quittance sandbox   ${address}`,
    `  API                 ${address}/v1`,
    `  Documentation       ${address}/docs`,
    `  Demo partner        ${partnerId}`,
    `  Token               ${token}`,
    foundation.config.interacAddress ? `  Payers send to      ${foundation.config.interacAddress}` : '',
    '',
    '',
  ].join('\n');
}

/** The demo partner's token, made where there is none. To be awaited before anybody is told that the service is ready. */
export async function demoToken({ config, database }: Foundation, log: Log): Promise<DemoToken> {
  const file = path.join(config.dataDirectory, 'demo-token');
  const kept = keptToken(file, log);
  const caller = await tokenLookup(database)(kept);
  if (caller) return { partnerId: caller.partnerId, token: kept };
  const issued = await database.transaction(async (tx) => {
    const partner = (await findPartnerByName(tx, demoPartner)) ?? (await createPartner(tx, demoPartner));
    return { partnerId: partner.id, ...(await createToken(tx, partner.id, 'demo', permissions)) };
  });
  try {
    writeFileSync(file, `${issued.token}\n`, { mode: 0o600 });
  } catch (error) {
    log.warn({ err: error, file }, 'the demo token could not be kept: the next start makes another one');
  }
  return issued;
}

/** What stands in the file; nothing at the first start, for which its folder is made, or where it cannot be read. */
function keptToken(file: string, log: Log): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error, file }, 'no demo token can be read');
    return '';
  }
}
