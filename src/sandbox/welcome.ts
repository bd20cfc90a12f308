/**
 * What a sandbox says when it is up: where it is, and a token that works. The demo partner and its token are made at the
 * first start; the token is kept in DATA_DIR, which only the sandbox does.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { permissions } from '../../contract/permissions.ts';
import type { Foundation } from '../base/foundation.ts';
import { createPartner, findPartnerByName } from '../partners/partners.ts';
import { createToken, tokenLookup } from '../partners/tokens.ts';

const demoPartner = 'Demo partner';

/** Lines for a person in front of a terminal. */
export async function welcome(foundation: Foundation, address: string): Promise<string> {
  const { partnerId, token } = await demoToken(foundation);
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

async function demoToken({ config, database }: Foundation): Promise<{ partnerId: bigint; token: string }> {
  const file = path.join(config.dataDirectory, 'demo-token');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const caller = await tokenLookup(database)(kept);
  if (caller) return { partnerId: caller.partnerId, token: kept };
  const issued = await database.transaction(async (tx) => {
    const partner = (await findPartnerByName(tx, demoPartner)) ?? (await createPartner(tx, demoPartner));
    return { partnerId: partner.id, ...(await createToken(tx, partner.id, 'demo', permissions)) };
  });
  writeFileSync(file, `${issued.token}\n`, { mode: 0o600 });
  return issued;
}
