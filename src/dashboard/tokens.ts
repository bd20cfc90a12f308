/**
 * API tokens of the partner (interface §5): the value is answered once, when a token is made, and never again.
 */
import { Type } from 'typebox';
import { type Permission, permissionPurposes, permissions } from '../../contract/permissions.ts';
import * as word from '../../contract/schema.ts';
import { isoFromInstant } from '../base/time.ts';
import type { Answer } from '../http/answer.ts';
import { compileBody } from '../http/validation.ts';
import { createToken as issue, listTokens, lockToken, setTokenActive, type Token } from '../partners/tokens.ts';
import { bodyOf, idInPath, missing, shown } from '../people/asked.ts';
import { type PersonExchange, trail } from '../people/door.ts';
import type { DashboardContext } from './context.ts';
import type { CreatedToken, CreateToken, TokenList, TokenView } from './views.ts';

const check = compileBody(
  Type.Object({
    name: word.filledText({
      maxLength: 100,
      'x-accepted': 'must be a name of at most 100 characters',
    } as word.Annotations),
    scopes: Type.Array(Type.Unsafe<Permission>({ type: 'string', enum: [...permissions] }), {
      minItems: 1,
      uniqueItems: true,
      'x-accepted': 'must be a list of at least one permission, each once',
    }),
  }),
);

export async function tokens({ database }: DashboardContext, { partnerId }: PersonExchange): Promise<Answer> {
  return shown<TokenList>({
    items: (await listTokens(database, partnerId)).map(tokenView),
    scopes: permissions.map((scope) => ({ scope, purpose: permissionPurposes[scope] })),
  });
}

export async function createToken({ database }: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  const body = bodyOf<CreateToken>(check, exchange);
  const { partnerId, visitor } = exchange;
  const { name, scopes } = { name: body.name.trim(), scopes: body.scopes };
  const made = await database.transaction(async (tx) => {
    const { tokenId, token: value } = await issue(tx, partnerId, name, scopes);
    const act = { act: 'token created', subject: `token ${tokenId}`, after: { name, scopes } };
    await trail(tx, { partnerId, visitor, ...act });
    return { token: (await lockToken(tx, partnerId, tokenId)) as Token, value };
  });
  return shown<CreatedToken>({ token: tokenView(made.token), value: made.value });
}

export function deactivateToken(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  return setActive(context, exchange, false);
}

export function reactivateToken(context: DashboardContext, exchange: PersonExchange): Promise<Answer> {
  return setActive(context, exchange, true);
}

/** Takes effect on the very next request. What is so already stays so, and is no change. */
async function setActive({ database }: DashboardContext, exchange: PersonExchange, active: boolean): Promise<Answer> {
  const { partnerId, visitor } = exchange;
  const id = idInPath(exchange, 'tokenId', 'token');
  const token = await database.transaction(async (tx) => {
    const before = (await lockToken(tx, partnerId, id)) ?? missing('token');
    if (before.active === active) return before;
    await setTokenActive(tx, before.id, active, partnerId);
    const act = active ? 'token reactivated' : 'token deactivated';
    const change = { before: { active: before.active }, after: { active } };
    await trail(tx, { partnerId, visitor, act, subject: `token ${before.id}`, ...change });
    return { ...before, active };
  });
  return shown<TokenView>(tokenView(token));
}

function tokenView(token: Token): TokenView {
  return {
    id: Number(token.id),
    name: token.name,
    prefix: token.shownPrefix,
    lastFour: token.lastFour,
    scopes: token.scopes as Permission[],
    active: token.active,
    createdAt: isoFromInstant(token.createdAt),
    ...(token.lastUsedAt && { lastUsedAt: isoFromInstant(token.lastUsedAt) }),
  };
}
