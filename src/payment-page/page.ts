/**
 * The payer's page as a function of what is known. Before the payment: what is paid, then what to do now. After it: thanks, then
 * the receipt.
 *
 *   to_verify ─▶ verifying ─▶ to_pay ─▶ processing ─▶ paid           under_review: wait for the operator
 *        ▲           └─▶ verification_failed ─┐
 *        └────────────────────────────────────┘         switched_off: card payments are
 */

import { payPath } from '../collection/card/links.ts';
import type { Language } from '../collection/card/ports.ts';
import type { Standing } from '../collection/card/standing.ts';
import type { Assets } from './assets.ts';
import { documentOf } from './document.ts';
import { cut, type Facts } from './facts.ts';
import { html, type Markup, type Part } from './markup.ts';
import { type Message, type Texts, texts } from './texts.ts';

/** How the page is asked for. */
export interface Visit {
  link: string;
  language: Language;
  /** The payer chose the language on the page: it goes along from step to step. */
  chosen: boolean;
  /** The payer comes back from the provider, or waited here. */
  back: boolean;
  /** The provider could not be reached. */
  problem: boolean;
}

/** `switched_off`: no card can be taken by this service now. */
export type PageStanding = Omit<Standing, 'state'> & { state: Standing['state'] | 'switched_off' };

export interface PageSettings {
  visit: Visit;
  assets: Assets;
  facts: Facts;
  standing: PageStanding;
  /** Paid moments ago, by whoever looks at it now. */
  justPaid: boolean;
  /** The sandbox's own provider takes the card. */
  simulated: boolean;
}

/** The address of the page, or of one of its steps, with what goes along. */
export function addressOf(
  { link, language, chosen }: Pick<Visit, 'link' | 'language' | 'chosen'>,
  step: '' | '/identity' | '/card' | '/state' = '',
  more: readonly string[] = [],
): string {
  const query = [...more, ...(chosen ? [`lang=${language}`] : [])].join('&');
  return `${payPath}/${encodeURIComponent(link)}${step}${query && `?${query}`}`;
}

/** In these states something happens without the payer: the page asks again. */
export function isWaiting(state: PageStanding['state']): boolean {
  return state === 'verifying' || state === 'processing';
}

export function payerPage(settings: PageSettings): string {
  const { visit, assets, facts, standing, simulated } = settings;
  const words = texts[visit.language];
  const message = messageOf(settings, words);
  const waiting = isWaiting(standing.state);
  const again = addressOf(visit, '', ['back=1']);
  const content = html`${simulated && html`<p class="test">${words.testPayment}</p>`}
<article class="card"${waiting && html` data-poll="${addressOf(visit, '/state')}" data-state="${standing.state}" data-next="${again}"`}>
${standing.state === 'paid' ? afterwards(settings, words, message) : before(settings, words, message)}
</article>`;
  return documentOf(
    {
      language: visit.language,
      assets,
      title: `${message.title} · ${cut(facts.partner, 60)}`,
      addressIn: (language) => addressOf({ ...visit, language, chosen: true }, '', visit.back ? ['back=1'] : []),
      ...(waiting && { refresh: again }),
    },
    content,
  );
}

function messageOf({ standing, justPaid, facts }: PageSettings, words: Texts): Message {
  const state = standing.state === 'paid' && justPaid ? 'paidJustNow' : standing.state;
  return words.states[state](facts.partner, facts.number);
}

function before(settings: PageSettings, words: Texts, message: Message): Markup {
  const { facts, visit, standing } = settings;
  const names = words.facts;
  return html`<section class="slip" aria-labelledby="what">
<h1 id="what">${words.rent}</h1>
${amountLine(facts)}
<dl class="facts">
${row(names.partner, facts.partner)}${row(names.term, facts.term)}${row(names.memo, facts.memo)}${row(names.due, facts.due)}${row(names.payer, facts.userName)}
</dl>
</section>
${tear}
<section class="now" aria-labelledby="now">
${standing.state !== 'switched_off' && stepList(settings, words)}
${noticeOf(settings, words)}
<h2 id="now">${message.title}</h2>
<p>${message.text}</p>
${actionOf(settings, words, visit)}
</section>`;
}

function afterwards(settings: PageSettings, words: Texts, message: Message): Markup {
  const { facts, justPaid } = settings;
  const names = words.facts;
  return html`<section class="now" aria-labelledby="now">
${justPaid && stepList(settings, words)}
<h1 id="now"${justPaid && html` tabindex="-1" autofocus`}>${message.title}</h1>
<p>${message.text}</p>
<p class="action"><button type="button" class="button" data-print hidden>${words.buttons.print}</button></p>
</section>
${tear}
<section class="slip" aria-labelledby="what">
<h2 id="what">${words.receipt} <span class="pill">${words.paid}</span></h2>
${amountLine(facts)}
<dl class="facts">
${row(names.partner, facts.partner)}${row(names.term, facts.term)}${row(names.memo, facts.memo)}${row(names.payer, facts.userName)}${row(names.paidAt, facts.paidAt)}${row(names.number, facts.number)}${row(names.identificationNumber, facts.identificationNumber)}
</dl>
</section>`;
}

const tear = html`<div class="tear"><i></i><i></i></div>`;
const amountLine = ({ amount }: Facts) => html`<p class="amount"><span>${amount}</span> <small>CAD</small></p>`;

/** A value of others stands by itself: whatever its script's direction, it does not turn what is around it. */
const row = (name: string, value: string | undefined) =>
  value !== undefined && html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;

function stepList({ standing }: PageSettings, words: Texts): Markup {
  const { label, isDone, ...names } = words.steps;
  const at = stepOf[standing.state];
  const item = (name: string, index: number) => {
    const dot = html`${index > 0 && html`<i class="line"></i>`}<i class="dot"></i>`;
    if (index >= at) return html`<li${index === at && html` aria-current="step"`}>${dot}${name}</li>`;
    return html`<li class="done">${dot}${name}<span class="unseen"> (${isDone})</span></li>`;
  };
  return html`<ol class="steps" aria-label="${label}">${[names.identity, names.card, names.done].map(item)}</ol>`;
}

const stepOf: Record<PageStanding['state'], number> = {
  to_verify: 0,
  verifying: 0,
  verification_failed: 0,
  to_pay: 1,
  processing: 1,
  under_review: 1,
  switched_off: 0,
  paid: 3,
};

/** What happened since the payer pressed a button here: read first, and in the focus when they come back to it. */
function noticeOf({ standing, visit, facts }: PageSettings, words: Texts): Part {
  const { state, check } = standing;
  const [latest] = standing.sessions;
  const shown = (tone: 'bad' | 'good' | 'plain', { title, text }: Message) =>
    html`<div class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"${(visit.back || visit.problem) && html` tabindex="-1" autofocus`}><p><strong>${title}</strong></p><p>${text}</p></div>`;
  if (visit.problem && buttonOf[state] !== undefined) {
    const paidPerhaps = state === 'to_pay' && latest?.state === 'open';
    return shown('bad', paidPerhaps ? words.problemOnTheWay(facts.partner) : words.problem(facts.partner));
  }
  if (state === 'verification_failed') {
    return shown('bad', { title: words.verificationFailed, text: words.failures[check?.failure ?? 'not_verified'] });
  }
  if (state === 'to_pay' && latest?.decline) {
    return shown('bad', { title: words.declined, text: words.declines[latest.decline] });
  }
  if (!visit.back) return undefined;
  if (state === 'to_verify' && check) return shown('plain', words.notFinished.identity);
  if (state === 'to_pay') return latest ? shown('plain', words.notFinished.card) : shown('good', words.verified);
  return undefined;
}

const buttonOf: Partial<Record<PageStanding['state'], 'identity' | 'card'>> = {
  to_verify: 'identity',
  verification_failed: 'identity',
  to_pay: 'card',
};

function actionOf({ standing, facts }: PageSettings, words: Texts, visit: Visit): Part {
  const { state, check } = standing;
  const { buttons } = words;
  if (isWaiting(state)) {
    return html`<div class="waiting" role="status"><p class="late" data-late hidden>${words.late}</p></div>
<p class="action"><a class="button second" href="${addressOf(visit, '', ['back=1'])}">${buttons.checkAgain}</a></p>`;
  }
  const kind = buttonOf[state];
  if (!kind) return undefined;
  const begun = check?.state === 'open';
  const identity = state === 'verification_failed' ? buttons.verifyAgain : begun ? buttons.continue : buttons.verify;
  const label = kind === 'card' ? buttons.pay(facts.amount) : identity;
  return html`<form class="action" method="post" action="${addressOf(visit, `/${kind}`)}">
<button class="button" data-busy="${buttons.busy}">${label}</button>
</form>
<p class="assurance">${words.assurances[kind]}</p>`;
}
