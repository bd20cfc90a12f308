/**
 * Which addresses the service may call on a partner's behalf. A webhook URL is chosen by somebody else: without this
 * page it would be a way to reach the machines behind our firewall (design §7, open point `webhook-request`).
 *
 *   URL text ──checkUrl──▶ URL ──resolve──▶ every address ──isPublicAddress──▶ connect to exactly these
 *              at save,                      one resolution: a name that changes its address between
 *              test, send                    check and connection (DNS rebinding) finds no gap
 */
import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Sandbox: neither. Production: both. */
export interface OutwardRules {
  httpsOnly: boolean;
  publicOnly: boolean;
}

/** `fault` tells a URL that is wrong in itself from one that names a forbidden address. */
export type CheckedUrl = { ok: true; url: URL } | { ok: false; fault: 'url' | 'address'; why: string };

/** What servers and proxies commonly accept; longer ones would fail at the receiver, one event at a time. */
export const urlCharactersMax = 2_048;

/** Names that are local by their definition (RFC 6761, RFC 6762, RFC 9476 and ICANN's `internal`), with all below. */
const localNames = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa', 'alt'];

/**
 * Checks a webhook URL as far as its text goes: http or https, a host, no credentials, no fragment, and under
 * `publicOnly` no local name and no literal address that is not public, in whatever notation (`2130706433`, `0x7f.1`).
 * A port is allowed. `why` is a sentence for the partner. What a name resolves to is checked by `checkedLookup`.
 */
export function checkUrl(text: string, rules: OutwardRules): CheckedUrl {
  const wrong = (why: string): CheckedUrl => ({ ok: false, fault: 'url', why });
  if (text.length > urlCharactersMax) {
    return wrong(`The URL has ${text.length} characters; at most ${urlCharactersMax} are possible.`);
  }
  // the parser would drop white space silently, and another URL than the one written would be called
  if (/[\s\p{Cc}]/u.test(text)) return wrong('The URL contains white space or a control character.');
  const url = URL.parse(text);
  const schemes = rules.httpsOnly ? 'https://' : 'https:// or http://';
  if (!url) return wrong(`This is not a complete URL: write it with scheme and host, starting with ${schemes}.`);
  if (url.protocol !== 'https:' && (rules.httpsOnly || url.protocol !== 'http:')) {
    return wrong(`The URL must start with ${schemes}.`);
  }
  if (url.username !== '' || url.password !== '') return wrong('The URL must not contain a user name or password.');
  if (text.includes('#')) return wrong('The URL must not contain a fragment (#…): it would not be sent.');
  if (!rules.publicOnly) return { ok: true, url };

  const host = hostOf(url);
  const name = host.replace(/\.$/, '');
  if (localNames.some((local) => name === local || name.endsWith(`.${local}`))) {
    return { ok: false, fault: 'address', why: `The host ${name} is a local name; the receiver must be public.` };
  }
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    return { ok: false, fault: 'address', why: `The address ${host} is not public; the receiver must be public.` };
  }
  return { ok: true, url };
}

/** The host of a URL as `connect` wants it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** IPv4 ranges that are not public: IANA's special-purpose registry, multicast, and one cloud's inner address. */
const notPublicIPv4: readonly (readonly [range: string, whatFor: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT; Alibaba Cloud metadata'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure: every virtual machine reaches its host under this address'],
  ['169.254.0.0/16', 'link-local; cloud metadata at 169.254.169.254'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'IETF protocol assignments; Oracle Cloud metadata'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', '6to4 relay, no longer in use'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved; broadcast at 255.255.255.255'],
];

/** The only IPv6 range that is handed out as public. Loopback, unique-local, link-local, multicast … are outside. */
const publicIPv6 = '2000::/3';

/** … and what inside it is not public after all. */
const notPublicIPv6: readonly (readonly [range: string, whatFor: string])[] = [
  ['2001::/23', 'IETF protocol assignments: Teredo (may embed a private address), benchmarks, ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, no longer in use; may embed a private address'],
  ['3fff::/20', 'documentation'],
];

/** IPv6 forms whose last 32 bits are an IPv4 address to which the packets go: that one decides. */
const embedsIPv4: readonly (readonly [range: string, whatFor: string])[] = [
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['64:ff9b::/96', 'NAT64: what a name of an IPv4 receiver resolves to on an IPv6-only machine'],
];

const closedIPv4 = blockList(notPublicIPv4, 'ipv4');
const openIPv6 = blockList([[publicIPv6, 'public']], 'ipv6');
const closedIPv6 = blockList(notPublicIPv6, 'ipv6');
const embeddingIPv6 = blockList(embedsIPv4, 'ipv6');

/** Whether an IP address (text, without brackets) is one that anybody on the Internet can reach. Not an IP: false. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !closedIPv4.check(ip, 'ipv4');
  // a zone (fe80::1%eth0) only exists on a local link
  if (family !== 6 || ip.includes('%')) return false;
  if (embeddingIPv6.check(ip, 'ipv6')) return !closedIPv4.check(lastIPv4(ip), 'ipv4');
  return openIPv6.check(ip, 'ipv6') && !closedIPv6.check(ip, 'ipv6');
}

function blockList(ranges: readonly (readonly [string, string])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [range] of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** The last 32 bits of an IPv6 address as dotted IPv4. The URL parser writes every notation in one way. */
function lastIPv4(ip: string): string {
  const groups = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split(':');
  const [high, low] = [groups.at(-2), groups.at(-1)].map((group) => Number.parseInt(group || '0', 16));
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.');
}

/** Answers every address (IP texts) of a host name; rejects where there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * The operating system's resolver, hosts file included: for the sandbox. It runs on Node's few file-system threads, so
 * a partner's hanging name server would stop everybody's; that is why production uses `publicResolver`.
 */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, order: 'verbatim' }, (error, found) => {
      if (error) reject(error);
      else resolve(found.map(({ address }) => address));
    });
  });

/** Patience with a name server, inside the bounds of the whole exchange (open point `webhook-timeouts`). */
const nameServerTimeoutMilliseconds = 3_000;
const nameServerTries = 2;

/**
 * Asks the DNS itself (no hosts file, no thread): for production, where receivers are public.
 * `servers` (`127.0.0.1:5353`) instead of the machine's own, for tests. `cancel` ends the questions under way.
 */
export function publicResolver(servers?: readonly string[]): { resolve: Resolve; cancel: () => void } {
  const resolver = new Resolver({ timeout: nameServerTimeoutMilliseconds, tries: nameServerTries });
  if (servers) resolver.setServers(servers);
  const resolve: Resolve = async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failed = answers.find((answer) => answer.status === 'rejected');
    throw failed ? failed.reason : Object.assign(new Error('no address'), { code: 'ENODATA' });
  };
  return { resolve, cancel: () => resolver.cancel() };
}

/** Why a name leads nowhere. The message names no resolved address: a partner must not learn our inner names by it. */
export class LookupFault extends Error {
  override name = 'LookupFault';
  readonly code: 'DNS_FAILED' | 'ADDRESS_FORBIDDEN';

  constructor(code: 'DNS_FAILED' | 'ADDRESS_FORBIDDEN', message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Resolves a host once and answers all its addresses, checked. Throws LookupFault where it has none, or, under
 * `publicOnly`, where a single one is not public: a receiver with a mixed answer is not one to be half trusted.
 */
export async function checkedAddresses(
  hostname: string,
  resolve: Resolve,
  publicOnly: boolean,
): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code;
    throw new LookupFault('DNS_FAILED', `the name ${hostname} could not be resolved (${code ?? 'no answer'})`);
  }
  if (addresses.length === 0) throw new LookupFault('DNS_FAILED', `the name ${hostname} has no address`);
  if (publicOnly && !addresses.every(isPublicAddress)) {
    throw new LookupFault('ADDRESS_FORBIDDEN', `the name ${hostname} leads to an address that is not public`);
  }
  return addresses;
}

/**
 * `checkedAddresses` as the `lookup` of `net.connect` and `tls.connect`: they connect to what it answers and resolve
 * nothing themselves. They do not call it for a literal address: check that before, with `checkUrl`.
 */
export function checkedLookup(resolve: Resolve, publicOnly: boolean): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, resolve, publicOnly).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const first = found[0]!;
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (fault: LookupFault) => callback(fault, ''),
    );
  };
}
