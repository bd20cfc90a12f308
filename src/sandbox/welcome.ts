/**
 * What a sandbox says when it is up: where it is, a token that works, and links to sign in by as long as nobody has set a
 * password. The demo partner and its token are made at the first start; the token is kept in DATA_DIR, which only the sandbox
 * does. Where it cannot be kept there, every start makes one of its own: only the convenience is lost.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { permissions } from '../../contract/permissions.ts';
import type { Foundation } from '../base/foundation.ts';
import type { Log } from '../base/log.ts';
import { createPartner, findPartnerByName } from '../partners/partners.ts';
import { createToken, tokenLookup } from '../partners/tokens.ts';
import { type FirstLinks, firstLinks } from '../people/first-links.ts';
import { linkAddress, linkPaths } from '../people/link-tokens.ts';

const demoPartner = 'Demo partner';

export interface DemoToken {
  partnerId: bigint;
  token: string;
}

/** What a new user needs to get in: by program, and by browser. */
export interface Demo extends DemoToken {
  links: FirstLinks;
}

/** The demo partner with its token, and new one-time links. */
export async function openDemo(foundation: Foundation, log: Log): Promise<Demo> {
  const demo = await demoToken(foundation, log);
  return { ...demo, links: await foundation.database.transaction((tx) => firstLinks(tx, demo.partnerId)) };
}

/** Lines for a person in front of a terminal. */
export function welcome(foundation: Foundation, address: string, { partnerId, token, links }: Demo): string {
  const { publicUrl = address } = foundation.config;
  const link = (of: string | undefined, path: string) =>
    of === undefined ? `${publicUrl}${path}` : linkAddress(publicUrl, linkPaths.signIn, of);
  const once = links.owner === undefined && links.operator === undefined ? '' : '  (a link works once, for 24 hours)';
  return [
    '',
    `  Quittance sandbox   ${address}`,
    `  API                 ${address}/v1`,
    `  Documentation       ${address}/docs`,
    `  Demo partner        ${partnerId}`,
    `  Token               ${token}`,
    `  Dashboard           ${link(links.owner, '/dashboard')}`,
    `  Console             ${link(links.operator, '/console')}`,
    ...(once === '' ? [] : [`                    ${once.trim()}`]),
    foundation.config.interacAddress ? `  Payers send to      ${foundation.config.interacAddress}` : '',
    '',
    '',
  ].join('\n');
}

/** The demo partner's token, made where there is none. To be awaited before anybody is told that the service is ready. */
async function demoToken({ config, database }: Foundation, log: Log): Promise<DemoToken> {
  const file = path.join(config.dataDirectory, 'demo-token');
  const kept = keptToken(file, log);
  const caller = await tokenLookup(database, { noteUse: false })(kept);
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
