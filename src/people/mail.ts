/**
 * Mails to people: by SMTP where SMTP_URL says through whom; printed to the terminal by a sandbox without it; not at all by a
 * production without it (`able` is false then, and what needs a mail says so).
 *
 * Texts are in English and French, one below the other: who gets a first mail has told nobody which it shall be.
 */
import type { Log } from '../base/log.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

export interface Post {
  /** Whether a mail can be sent at all. */
  readonly able: boolean;
  /** Sends a mail; false where that failed (the log says why, not what it said). */
  send(letter: Letter): Promise<boolean>;
}

export interface PostSettings {
  environment: 'sandbox' | 'production';
  smtpUrl: string | undefined;
  from: string | undefined;
  log: Log;
  /** Where a sandbox shows its mails: standard output, past the log, for they carry links. */
  print?: (text: string) => void;
}

export function openPost(settings: PostSettings): Post {
  if (settings.smtpUrl !== undefined) return smtpPost(settings, settings.smtpUrl);
  const { environment, print = (text) => void process.stdout.write(text) } = settings;
  if (environment === 'production') return { able: false, send: async () => false };
  return {
    able: true,
    send: async ({ to, subject, text }) => {
      const lines = [`To: ${to}`, `Subject: ${subject}`, '', ...text.split('\n')];
      print(`\n  A mail that the sandbox does not send:\n${lines.map((line) => `  | ${line}\n`).join('')}\n`);
      return true;
    },
  };
}

const timeoutMilliseconds = 10_000;

function smtpPost({ from, log }: PostSettings, smtpUrl: string): Post {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: timeoutMilliseconds,
      // A password is not told to a server that has been talked out of TLS on the way.
      requireTLS: new URL(smtpUrl).username !== '',
    });
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    able: true,
    send: async (letter) => {
      try {
        opened ??= open();
        await (await opened).sendMail({ from, ...letter });
        return true;
      } catch (error) {
        log.warn({ err: error }, 'a mail could not be sent');
        return false;
      }
    },
  };
}

/** The mail with a link to sign in by. */
export function signInLetter(to: string, link: string, validMinutes: number): Letter {
  return {
    to,
    subject: 'Quittance: sign in / se connecter',
    text: [
      `With this link you sign in to Quittance. It works once, for ${validMinutes} minutes:`,
      link,
      'If you did not ask for it, ignore this mail.',
      '',
      `Ce lien vous connecte à Quittance. Il fonctionne une seule fois, pendant ${validMinutes} minutes :`,
      link,
      "Si vous ne l'avez pas demandé, ignorez ce message.",
    ].join('\n'),
  };
}

/** The mail with a link to a new password. */
export function passwordLetter(to: string, link: string): Letter {
  return {
    to,
    subject: 'Quittance: new password / nouveau mot de passe',
    text: [
      'With this link you set a new password. It works once, for an hour:',
      link,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
      '',
      'Ce lien vous permet de choisir un nouveau mot de passe. Il fonctionne une seule fois, pendant une heure :',
      link,
      "Si vous ne l'avez pas demandé, ignorez ce message : votre mot de passe reste le même.",
    ].join('\n'),
  };
}

/** The mail with an invitation; `organisation` is who invites. */
export function invitationLetter(to: string, link: string, organisation: string, validDays: number): Letter {
  return {
    to,
    subject: 'Quittance: invitation',
    text: [
      `You are invited to Quittance, for ${organisation}. The link works once, for ${validDays} days:`,
      link,
      '',
      `Vous êtes invité à Quittance, pour ${organisation}. Le lien fonctionne une seule fois, pendant ${validDays} jours :`,
      link,
    ].join('\n'),
  };
}
