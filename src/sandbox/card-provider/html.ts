/**
 * The simulated provider's pages as text: no script, one small style of their own, nothing from elsewhere. Works on a phone, in
 * light and dark, by keyboard and for screen readers.
 */
import { hash } from 'node:crypto';
import type { CardDecline, IdentityFailure, Language } from '../../collection/card/ports.ts';
import { cardOutcomes, identityOutcomes, type Outcome } from './outcomes.ts';
import type { SimulatedSession } from './sessions.ts';
import { type Texts, texts } from './texts.ts';

const style = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#4d5560;--line:#8a929c;--note:#fff3c4;--note-ink:#3d2f00;
--bad:#fde8e6;--bad-ink:#7a1410;--choice:#eef2fb;--focus:#1746a2}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#eceff2;--soft:#b4bcc5;--line:#7b858f;--note:#3f3300;
--note-ink:#ffeeb0;--bad:#4a1512;--bad-ink:#ffd9d5;--choice:#222a38;--focus:#9dbdff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{padding:.75rem 1rem;background:var(--note);color:var(--note-ink);text-align:center;font-weight:600}
main{max-width:34rem;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:1rem 0 .5rem}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0}
.lead{color:var(--soft)}
.alert{padding:.75rem 1rem;border-radius:.5rem;background:var(--bad);color:var(--bad-ink)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0;font-weight:600}
button{display:block;width:100%;min-height:2.75rem;margin:.5rem 0;padding:.5rem 1rem;border:1px solid var(--line);
border-radius:.5rem;background:var(--choice);color:inherit;font:inherit;text-align:start;cursor:pointer}
a{display:inline-block;padding:.5rem 0;color:inherit}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

/** What a page may do, as its Content-Security-Policy; a form's answer may lead to `returnUrl`. */
export function policyOf(returnUrl?: string): string {
  const back = returnUrl === undefined ? '' : ` ${new URL(returnUrl).origin}`;
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `form-action 'self'${back}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page on which a payer chooses how the verification or the payment goes. */
export function choicesPage(session: SimulatedSession): string {
  const { kind, language, returnUrl } = session;
  const text = texts[language];
  const [title, lead, leave] =
    kind === 'identity'
      ? [text.identityTitle, text.identityLead, text.leaveIdentity]
      : [text.cardTitle, text.cardLead, text.leaveCard];
  const outcomes: Record<string, Outcome> = kind === 'identity' ? identityOutcomes : cardOutcomes;
  const labels: Record<string, string> = text[kind];
  const groups = Object.groupBy(Object.keys(outcomes), (name) => groupOf(outcomes[name] as Outcome));
  const choices = (['well', 'moment', 'badly'] as const).map((group) => {
    const buttons = (groups[group] ?? []).map((name) => choice(name, labels[name] ?? name));
    return `<h2>${escaped(text.groups[group])}</h2>${buttons.join('')}`;
  });
  return page(language, `${title}`, [
    alertOf(session, text),
    `<h1>${escaped(title)}</h1>`,
    kind === 'card' ? purpose(session, text) : '',
    `<p class="lead">${escaped(lead)}</p>`,
    `<form method="post" autocomplete="off">${choices.join('')}</form>`,
    `<p>${link(returnUrl, leave)}</p>`,
  ]);
}

export type Message = 'over' | 'expired' | 'unknown' | 'notUnderstood' | 'failed';

/** A page that only says something, with the way back where there is one. */
export function messagePage(language: Language, message: Message, returnUrl?: string): string {
  const { title, lead } = texts[language][message];
  return page(language, title, [
    `<h1>${escaped(title)}</h1><p>${escaped(lead)}</p>`,
    returnUrl === undefined ? '' : `<p>${link(returnUrl, texts[language].back)}</p>`,
  ]);
}

function groupOf({ state, finishes }: Outcome): keyof Texts['groups'] {
  if (finishes) return 'moment';
  return state === 'verified' || state === 'paid' ? 'well' : 'badly';
}

function alertOf({ kind, state, detail }: SimulatedSession, text: Texts): string {
  if (detail === undefined) return '';
  const said =
    kind === 'identity'
      ? state === 'failed' && text.identityFailed(text.failures[detail as IdentityFailure])
      : text.cardDeclined(text.declines[detail as CardDecline]);
  return said ? `<p class="alert" role="alert">${escaped(said)}</p>` : '';
}

function purpose({ amountCents = 0n, description, language }: SimulatedSession, text: Texts): string {
  const money = new Intl.NumberFormat(`${language}-CA`, { style: 'currency', currency: 'CAD' });
  const amount = money.format(`${amountCents / 100n}.${String(amountCents % 100n).padStart(2, '0')}` as `${number}`);
  const rows = [
    [text.amount, amount],
    [text.purpose, description],
  ] as const;
  return `<dl>${rows.map(([term, value]) => `<dt>${escaped(term)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

const choice = (name: string, label: string) =>
  `<button name="outcome" value="${escaped(name)}">${escaped(label)}</button>`;
const link = (url: string, label: string) => `<a href="${escaped(url)}">${escaped(label)}</a>`;

function page(language: Language, title: string, parts: readonly string[]): string {
  const { banner } = texts[language];
  return `<!doctype html>
<html lang="${language}-CA"><head><meta charset="utf-8"><title>${escaped(title)} – ${escaped(banner)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${style}</style></head>
<body><header>${escaped(banner)}</header><main>${parts.join('\n')}</main></body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
