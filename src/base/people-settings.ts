/** The settings of the people's side: rows of the table of settings (src/base/settings.ts). */
import { isIP } from 'node:net';
import { setting } from './setting-forms.ts';

const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

export const peopleSettings = {
  smtpUrl: setting<string>({
    name: 'SMTP_URL',
    about:
      'The mail server through which people are invited and sent links. Not set: the sandbox prints its mails, production sends none.',
    allowed: '`smtp://` or `smtps://user:password@host:port`',
    parse: (text) => {
      const url = URL.parse(text);
      return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
    },
    secret: true,
  }),
  mailFrom: setting<string>({
    name: 'MAIL_FROM',
    about: 'The sender of these mails. Needed with `SMTP_URL`.',
    allowed: 'an e-mail address, alone or as `Name <address>`',
    parse: (text) => (/^(?:[^<>\r\n]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text) ? text : undefined),
    defaults: { sandbox: 'Quittance <quittance@quittance.invalid>' },
  }),
  trustedProxies: setting<readonly string[]>({
    name: 'TRUST_PROXY',
    about:
      'The proxies whose `X-Forwarded-For` is believed, for limits by address and the audit trail. Not set: nobody’s, so that ' +
      'behind a proxy all people have its address.',
    allowed: `addresses and networks such as \`10.0.0.0/8\`, or ${namedNetworks.map((name) => `\`${name}\``).join(', ')}, with commas between`,
    parse: (text) => {
      const proxies = text.split(',').map((each) => each.trim());
      return proxies.every(isNetwork) ? proxies : undefined;
    },
  }),
};

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
